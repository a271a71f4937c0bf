import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ClientIps } from '../../core/auth/client-ips';
import { AddressRanges } from '../../platform/address-ranges';
import { ENV, type Env } from '../../platform/config/env';

@Injectable()
export class RequestOrigins {
  private readonly proxies: AddressRanges;

  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'PUBLIC_URL' | 'TRUSTED_PROXIES'>,
    private readonly addresses: ClientIps,
  ) {
    this.proxies = new AddressRanges(env.TRUSTED_PROXIES);
  }

  addressOf(request: Request): string {
    return this.addresses.of(request);
  }

  /** Whether the browser uses TLS, according to PUBLIC_URL or a trusted proxy. */
  isOverTls(request: Request): boolean {
    if (this.env.PUBLIC_URL?.startsWith('https:')) return true;
    const fromProxy = this.proxies.includes(request.socket.remoteAddress ?? '');
    return fromProxy && request.headers['x-forwarded-proto'] === 'https';
  }

  publicUrlOf(request: Request): string {
    const { PUBLIC_URL } = this.env;
    if (PUBLIC_URL !== undefined) return PUBLIC_URL;
    return `${this.isOverTls(request) ? 'https' : 'http'}://${request.headers.host ?? 'localhost'}`;
  }

  /** Whether the request comes from a page of this host or of PUBLIC_URL, or has no Origin header. */
  isSameOrigin(request: Request): boolean {
    const { origin, host } = request.headers;
    if (origin === undefined) return true;
    if (!URL.canParse(origin)) return false;
    const sender = new URL(origin);
    const publicUrl = this.env.PUBLIC_URL;
    return sender.host === host || (publicUrl !== undefined && sender.origin === new URL(publicUrl).origin);
  }
}
