import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { KeyAuthenticator } from './key-authenticator';
import type { KeyedRequest } from './key-record';

/** Sets `request.key`, where a session of the dashboard has not brought one. Stateless: Nest creates one for every module that uses it. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(private readonly keys: KeyAuthenticator) {}

  canActivate(context: ExecutionContext): true {
    const request = context.switchToHttp().getRequest<KeyedRequest>();
    request.key ??= this.keys.authenticate(request);
    return true;
  }
}
