import type { Request } from 'express';
import { AddressRanges } from '../../../core/auth/address-ranges';
import type { ClientAddresses } from '../../../core/auth/client-addresses';
import type { Env } from '../../../platform/config/env';

/** What this installation believes of the browser at the other end of a request, and of the address it went to. */
export class Browsers {
  private readonly proxies: AddressRanges;

  constructor(
    private readonly env: Pick<Env, 'PUBLIC_URL' | 'TRUSTED_PROXIES'>,
    private readonly addresses: ClientAddresses,
  ) {
    this.proxies = new AddressRanges(env.TRUSTED_PROXIES);
  }

  /** Network address of the client. */
  addressOf(request: Request): string {
    return this.addresses.of(request);
  }

  /** Whether the browser sees TLS: the public address says so, or a trusted proxy. */
  isOverTls(request: Request): boolean {
    if (this.env.PUBLIC_URL?.startsWith('https:')) return true;
    const fromProxy = this.proxies.includes(request.socket.remoteAddress ?? '');
    return fromProxy && request.headers['x-forwarded-proto'] === 'https';
  }

  /** Address that the browser sees, without a slash at its end. */
  publicUrlOf(request: Request): string {
    const { PUBLIC_URL } = this.env;
    if (PUBLIC_URL !== undefined) return PUBLIC_URL.replace(/\/$/, '');
    return `${this.isOverTls(request) ? 'https' : 'http'}://${request.headers.host ?? 'localhost'}`;
  }

  /** Whether a page of this very origin sent the request, or something that names no origin and is no page of another. */
  isSameOrigin(request: Request): boolean {
    const { origin, host } = request.headers;
    if (origin === undefined) return true;
    if (!URL.canParse(origin)) return false;
    const sender = new URL(origin);
    const publicUrl = this.env.PUBLIC_URL;
    return sender.host === host || (publicUrl !== undefined && sender.origin === new URL(publicUrl).origin);
  }
}
