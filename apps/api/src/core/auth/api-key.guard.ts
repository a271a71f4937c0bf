import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { KeyAuthenticator } from './key-authenticator';
import type { KeyedRequest } from './key-record';

/**
 * Authenticates the API key, unless the playground has set `request.key`. Stateless: Nest creates a guard per module.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(private readonly keys: KeyAuthenticator) {}

  canActivate(context: ExecutionContext): true {
    const http = context.switchToHttp();
    const request = http.getRequest<KeyedRequest>();
    try {
      request.key ??= this.keys.authenticate(request);
    } finally {
      const { isTest } = request.key ?? request.refusedKey ?? {};
      if (isTest) http.getResponse<Response>().setHeader('x-loupe-mode', 'test');
    }
    return true;
  }
}
