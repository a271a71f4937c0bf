import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { AddressRanges } from '../../platform/address-ranges';
import { ENV, type Env } from '../../platform/config/env';

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Finds the client IP of a request. */
@Injectable()
export class ClientIps {
  private readonly proxies: AddressRanges;

  /** @throws {RangeError} with the first entry that is neither an address nor a range */
  constructor(@Inject(ENV) env: Pick<Env, 'TRUSTED_PROXIES'>) {
    this.proxies = new AddressRanges(env.TRUSTED_PROXIES);
  }

  /** The client IP; empty when the caller has already disconnected. */
  of(request: IncomingMessage): string {
    const header = request.headers['x-forwarded-for'];
    const forwardedFor = Array.isArray(header) ? header.join(',') : header;
    return clientIp(request.socket.remoteAddress ?? '', forwardedFor, this.proxies);
  }
}

/**
 * The client IP: the socket's address or, if that is a trusted proxy, the address that the proxy reports.
 * X-Forwarded-For is read from the right, because a caller controls everything before the last trusted proxy's entry.
 */
export function clientIp(socketAddress: string, forwardedFor: string | undefined, proxies: AddressRanges): string {
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

/** The unit that failures are counted for: an IPv4 address, or an IPv6 /64, which usually belongs to one customer. */
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

/** Some proxies append the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop);
  if (bracketed) return bracketed[1]!;
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(hop) ? hop.slice(0, hop.lastIndexOf(':')) : hop;
}

function withoutMapping(address: string): string {
  return mappedIpv4.exec(address)?.[1] ?? address;
}
