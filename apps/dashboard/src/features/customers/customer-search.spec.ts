import { customerSearch, withoutSecrets } from './customer-search';

const secret = 's'.repeat(25);

describe('the search for customers', () => {
  it.each(['loupe_4hTz9QxB', 'loupe_test_4hTz9QxB'])(
    'shortens a whole key that is pasted into the customer search to %s',
    (start) => {
      expect(withoutSecrets(start + secret)).toBe(start);
      expect(customerSearch({ q: ` x-api-key: ${start}${secret} ` })).toEqual({ q: ` x-api-key: ${start} ` });
    },
  );

  it.each(['Example Ltd', 'owner@example.com', 'loupe_4hT', '4hTz9QxB'])(
    'leaves the customer search text %s unchanged',
    (text) => {
      expect(withoutSecrets(text)).toBe(text);
    },
  );

  it('reads a number in the customer search as text', () => {
    expect(customerSearch({ q: 1001, create: true })).toEqual({ q: '1001', create: true });
    expect(customerSearch({ q: {}, create: 'yes' })).toEqual({});
  });

  it('accepts only known views and orders of customers, and omits the defaults', () => {
    expect(customerSearch({ view: 'low', sort: 'days_left' })).toEqual({ view: 'low', sort: 'days_left' });
    expect(customerSearch({ view: 'all', sort: 'newest' })).toEqual({});
    expect(customerSearch({ view: 'toString', sort: 1 })).toEqual({});
  });
});
