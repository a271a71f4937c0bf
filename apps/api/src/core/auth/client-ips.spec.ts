import { AddressRanges } from '../../platform/address-ranges';
import { addressGroup, clientIp } from './client-ips';

const none = new AddressRanges([]);
const proxies = new AddressRanges(['10.0.0.0/8', '2001:db8::/64']);

describe('clientIp', () => {
  it('ignores X-Forwarded-For when no proxy is trusted', () => {
    expect(clientIp('10.0.0.1', '203.0.113.9', none)).toBe('10.0.0.1');
  });

  it('ignores X-Forwarded-For from a caller that is not a trusted proxy', () => {
    expect(clientIp('203.0.113.1', '198.51.100.1', proxies)).toBe('203.0.113.1');
  });

  it('returns the last address that a trusted proxy reports, not an address that the caller wrote', () => {
    expect(clientIp('10.0.0.1', '1.1.1.1, 203.0.113.9', proxies)).toBe('203.0.113.9');
    expect(clientIp('10.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.2', proxies)).toBe('203.0.113.9');
    expect(clientIp('2001:db8::5', '203.0.113.9', proxies)).toBe('203.0.113.9');
  });

  it('stops at an entry that is not an address', () => {
    expect(clientIp('10.0.0.1', '203.0.113.9, unknown', proxies)).toBe('10.0.0.1');
    expect(clientIp('10.0.0.1', '203.0.113.9, , 10.0.0.2', proxies)).toBe('10.0.0.2');
  });

  it('parses ports, brackets and IPv4-mapped IPv6 addresses', () => {
    expect(clientIp('::ffff:10.0.0.1', '203.0.113.9:4711', proxies)).toBe('203.0.113.9');
    expect(clientIp('10.0.0.1', '[2001:db9::9]:4711', proxies)).toBe('2001:db9::9');
    expect(clientIp('10.0.0.1', '::ffff:203.0.113.9', proxies)).toBe('203.0.113.9');
  });

  it('returns the leftmost address when every hop is trusted', () => {
    expect(clientIp('10.0.0.1', '10.0.0.3, 10.0.0.2', proxies)).toBe('10.0.0.3');
  });
});

describe('addressGroup', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:0002::6', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('maps "%s" to "%s"', (address, group) => expect(addressGroup(address)).toBe(group));
});
