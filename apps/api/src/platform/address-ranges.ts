import { BlockList, isIP } from 'node:net';

/** IPv4-mapped IPv6 (RFC 4291, section 2.5.5.2). */
const mappedIpv4 = new BlockList();
mappedIpv4.addSubnet('::ffff:0:0', 96, 'ipv6');

/** A set of IPv4 and IPv6 addresses and CIDR ranges. */
export class AddressRanges {
  // Two lists, because `::/0` in a shared list would include all IPv4 addresses.
  private readonly ofIpv4 = new BlockList();
  private readonly ofIpv6 = new BlockList();
  readonly isEmpty: boolean;

  /** @throws {RangeError} with the first entry that is neither an address nor a range */
  constructor(entries: readonly string[]) {
    this.isEmpty = entries.length === 0;
    for (const entry of entries) {
      const range = parseAddressRange(entry);
      if (!range) throw new RangeError(`${entry} is neither an IP address nor a CIDR range`);
      const { address, prefixLength, family } = range;
      const isIpv4 = family === 'ipv4' || (prefixLength >= 96 && mappedIpv4.check(address, 'ipv6'));
      (isIpv4 ? this.ofIpv4 : this.ofIpv6).addSubnet(address, prefixLength, family);
    }
  }

  /** An IPv4-mapped IPv6 address counts as IPv4. Text that is not an address is never included. */
  includes(address: string): boolean {
    const version = isIP(address);
    if (version === 4) return this.ofIpv4.check(address, 'ipv4');
    return version === 6 && (mappedIpv4.check(address, 'ipv6') ? this.ofIpv4 : this.ofIpv6).check(address, 'ipv6');
  }
}

/** Parses an IP address or a CIDR range. @returns undefined when it is neither */
export function parseAddressRange(
  entry: string,
): { address: string; prefixLength: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [address = '', length, ...rest] = entry.split('/');
  const version = isIP(address);
  const maxLength = version === 4 ? 32 : 128;
  if (version === 0 || rest.length > 0 || address.includes('%')) return undefined;
  if (length !== undefined && (!/^\d{1,3}$/.test(length) || Number(length) > maxLength)) return undefined;
  return {
    address,
    prefixLength: length === undefined ? maxLength : Number(length),
    family: version === 4 ? 'ipv4' : 'ipv6',
  };
}

/** Whether one of the ranges contains the whole other range. Both are valid. */
export function isWithinRanges(entry: string, ranges: readonly string[]): boolean {
  const inner = parseAddressRange(entry)!;
  return ranges.some((range) => {
    const outer = parseAddressRange(range)!;
    // An IPv4 range may be written as an IPv6 range. Lengths count from the end, because their starts differ.
    return hostBits(outer) >= hostBits(inner) && new AddressRanges([range]).includes(inner.address);
  });
}

function hostBits({ family, prefixLength }: { family: 'ipv4' | 'ipv6'; prefixLength: number }): number {
  return (family === 'ipv4' ? 32 : 128) - prefixLength;
}
