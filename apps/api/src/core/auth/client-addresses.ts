import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '../../platform/config/env';
import { AddressRanges } from './address-ranges';

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

@Injectable()
export class ClientAddresses {
  private readonly proxies: AddressRanges;

  /** @throws {RangeError} naming an entry that is neither an address nor a range. */
  constructor(@Inject(ENV) env: Pick<Env, 'TRUSTED_PROXIES'>) {
    this.proxies = new AddressRanges(env.TRUSTED_PROXIES);
  }

  /** An IPv4 or IPv6 address; empty when the caller has already disconnected. */
  of(request: IncomingMessage): string {
    const header = request.headers['x-forwarded-for'];
    const forwardedFor = Array.isArray(header) ? header.join(',') : header;
    return clientAddress(request.socket.remoteAddress ?? '', forwardedFor, this.proxies);
  }
}

/**
 * The address that a request comes from: the socket's or, if that is a trusted proxy's, the one that the proxy reports.
 * X-Forwarded-For is read from the right, because everything left of what the last trusted proxy wrote is up to the caller.
 */
export function clientAddress(socketAddress: string, forwardedFor: string | undefined, proxies: AddressRanges): string {
  let address = withoutMapping(socketAddress);
  if (proxies.isEmpty || !forwardedFor) return address;
  const hops = forwardedFor.split(',');
  while (hops.length > 0 && proxies.includes(address)) {
    const hop = withoutMapping(withoutPort(hops.pop()!.trim()));
    if (isIP(hop) === 0) break;
    address = hop;
  }
  return address;
}

/** What failed attempts from `address` are counted against: the address, or the /64 that one customer commonly gets in IPv6. */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const groups =
    tail === undefined ? left : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop);
  if (bracketed) return bracketed[1]!;
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(hop) ? hop.slice(0, hop.lastIndexOf(':')) : hop;
}

function withoutMapping(address: string): string {
  return mappedIpv4.exec(address)?.[1] ?? address;
}
