import { isIP } from 'node:net';
import type { AddressRanges } from './address-ranges';

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The address that a request comes from: the socket's, or, as long as that is a trusted proxy's, what the proxy says.
 * X-Forwarded-For is read from the right, because whatever stands left of the last trusted proxy's word is the caller's own.
 */
export function clientAddress(socketAddress: string, forwardedFor: string | undefined, proxies: AddressRanges): string {
  let address = withoutMapping(socketAddress);
  if (proxies.isEmpty || !forwardedFor) return address;
  const hops = forwardedFor.split(',');
  while (hops.length > 0 && proxies.includes(address)) {
    const said = withoutMapping(withoutPort(hops.pop()!.trim()));
    if (isIP(said) === 0) break;
    address = said;
  }
  return address;
}

/**
 * Whom failed attempts from `address` are counted against: the address, or the /64 of an IPv6 one, since that is what
 * one customer of a network commonly holds.
 */
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
