import { auditFacts } from './audit-details';

describe('the details of an audit entry', () => {
  it('shows an audit entry’s details in words, with amounts in dollars and without unset values', () => {
    const details = {
      note: 'Invoice 7',
      amount_usd: '1234.500000',
      expires_at: null,
      allowed_ips: ['203.0.113.0/24', '2001:db8::/32'],
      reset_second_factor: true,
      overlap_seconds: 86_400,
    };
    expect(auditFacts(details)).toEqual([
      { name: 'note', value: 'Invoice 7' },
      { name: 'amount', value: '$1,234.50' },
      { name: 'allowed ips', value: '203.0.113.0/24, 2001:db8::/32' },
      { name: 'reset second factor', value: 'yes' },
      { name: 'overlap', value: '1 day' },
    ]);
  });

  it('shows an unknown detail as JSON, and leaves out an empty list', () => {
    expect(auditFacts({ cap: { daily: 1 }, allowed_ips: [] })).toEqual([{ name: 'cap', value: '{"daily":1}' }]);
  });
});
