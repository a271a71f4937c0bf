import type { IncomingMessage } from 'node:http';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '../platform/config/env';
import { Problem } from '../platform/problem';

const ownNames = ['localhost', '127.0.0.1', '[::1]'];

/** Refuses requests from pages of other sites. Only browsers send Origin. Checking Host prevents DNS rebinding. */
@Injectable()
export class OriginGuard implements CanActivate {
  private readonly names: readonly string[];

  constructor(@Inject(ENV) { PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>) {
    this.names = PUBLIC_URL === undefined ? ownNames : [new URL(PUBLIC_URL).hostname];
  }

  canActivate(context: ExecutionContext): true {
    const { origin, host } = context.switchToHttp().getRequest<IncomingMessage>().headers;
    if (origin === undefined || (this.isOwn(origin) && this.isOwn(`http://${host}`))) return true;
    throw new Problem(
      'forbidden',
      `This request comes from a page of another site, as its Origin or Host says. Pages may use /mcp at ${this.names.join(', ')} only; programs send no Origin.`,
    );
  }

  private isOwn(address: string): boolean {
    return URL.canParse(address) && this.names.includes(new URL(address).hostname);
  }
}
