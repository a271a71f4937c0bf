import { BlockList, isIP } from 'node:net';

/** IPv4 addresses in IPv6: `::ffff:192.0.2.1`, however that is spelled. */
const mappedIpv4 = new BlockList();
mappedIpv4.addSubnet('::ffff:0:0', 96, 'ipv6');

/** A set of IP addresses, given as single addresses and CIDR ranges, IPv4 and IPv6. */
export class AddressRanges {
  // Kept apart: in one list `::/0` would hold all of IPv4, too.
  private readonly ofIpv4 = new BlockList();
  private readonly ofIpv6 = new BlockList();
  readonly isEmpty: boolean;

  /** @throws {RangeError} naming the first entry that is neither an address nor a range. */
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

  /** `::ffff:192.0.2.1` counts as the IPv4 address that it carries. Text that is not an address is in no set. */
  includes(address: string): boolean {
    const version = isIP(address);
    if (version === 4) return this.ofIpv4.check(address, 'ipv4');
    return version === 6 && (mappedIpv4.check(address, 'ipv6') ? this.ofIpv4 : this.ofIpv6).check(address, 'ipv6');
  }
}

/** `192.0.2.0/24`, `2001:db8::/32`, or one address; undefined when it is neither. */
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
