import { AddressRanges, parseAddressRange } from './address-ranges';

describe('AddressRanges', () => {
  const ranges = new AddressRanges(['203.0.113.0/24', '198.51.100.7', '2001:db8::/32', '::1']);

  it.each(['203.0.113.0', '203.0.113.255', '198.51.100.7', '2001:db8:ffff::1', '::1', '::ffff:203.0.113.4'])(
    'includes %s',
    (address) => expect(ranges.includes(address)).toBe(true),
  );

  it.each(['203.0.114.0', '198.51.100.8', '2001:db9::1', '::2', '::ffff:203.0.114.4', '', 'localhost', '203.0.113'])(
    'does not include %j',
    (address) => expect(ranges.includes(address)).toBe(false),
  );

  const mapped = ['::ffff:203.0.113.4', '::FFFF:cb00:7104', '0:0:0:0:0:ffff:cb00:7104'];

  it.each(['203.0.113.4', '1.2.3.4', ...mapped])('never includes %s in an IPv6 range, not even in ::/0', (address) => {
    for (const range of ['::/0', '::/1', '::/64', '::/95'])
      expect(new AddressRanges([range]).includes(address)).toBe(false);
    expect(new AddressRanges(['::/0']).includes('2001:db8::1')).toBe(true);
    expect(new AddressRanges(['::/0', '0.0.0.0/0']).includes(address)).toBe(true);
  });

  it.each(['2001:db8::1', '::1', '::'])('never includes %s in an IPv4 range, not even in 0.0.0.0/0', (address) => {
    expect(new AddressRanges(['0.0.0.0/0', '::ffff:0:0/96']).includes(address)).toBe(false);
  });

  it.each(['203.0.113.4', ...mapped])(
    'treats %s as 203.0.113.4, and an IPv4-mapped range as an IPv4 range',
    (address) => {
      for (const range of [...mapped, '203.0.113.0/24', '::ffff:203.0.113.0/120', '::ffff:0:0/96'])
        expect(new AddressRanges([range]).includes(address)).toBe(true);
      expect(new AddressRanges(['::ffff:203.0.114.0/120']).includes(address)).toBe(false);
    },
  );

  it.each([
    '',
    'a',
    '1.2.3',
    '1.2.3.4/33',
    '1.2.3.4/-1',
    '1.2.3.4/',
    '1.2.3.4/8/8',
    '::/129',
    'fe80::1%eth0',
    '1.2.3.4/1e1',
  ])('rejects %j as a range', (entry) => {
    expect(parseAddressRange(entry)).toBeUndefined();
    expect(() => new AddressRanges([entry])).toThrow('neither an IP address nor a CIDR range');
  });
});
