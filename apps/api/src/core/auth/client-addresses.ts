import type { IncomingMessage } from 'node:http';
import { AddressRanges } from './address-ranges';
import { clientAddress } from './client-address';

/** Tells where requests come from, given the proxies of this installation. */
export class ClientAddresses {
  private readonly proxies: AddressRanges;

  /** @throws {RangeError} naming an entry that is neither an address nor a range. */
  constructor(trustedProxies: readonly string[]) {
    this.proxies = new AddressRanges(trustedProxies);
  }

  /** An IPv4 or IPv6 address; empty when the caller is gone already. */
  of(request: IncomingMessage): string {
    const forwardedFor = request.headers['x-forwarded-for'];
    const said = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor;
    return clientAddress(request.socket.remoteAddress ?? '', said, this.proxies);
  }
}
