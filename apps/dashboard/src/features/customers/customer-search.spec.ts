import { customerSearch, withoutSecrets } from './customer-search';

const secret = 's'.repeat(25);

describe('the search for customers', () => {
  it.each(['loupe_4hTz9QxB', 'loupe_test_4hTz9QxB'])('keeps of a whole key that was pasted only %s', (start) => {
    expect(withoutSecrets(start + secret)).toBe(start);
    expect(customerSearch({ q: ` x-api-key: ${start}${secret} ` })).toEqual({ q: ` x-api-key: ${start} ` });
  });

  it.each(['Example Ltd', 'owner@example.com', 'loupe_4hT', '4hTz9QxB'])('leaves %s as it is', (text) => {
    expect(withoutSecrets(text)).toBe(text);
  });

  it('takes a number for the text that it was typed as', () => {
    expect(customerSearch({ q: 1001, create: true })).toEqual({ q: '1001', create: true });
    expect(customerSearch({ q: {}, create: 'yes' })).toEqual({});
  });

  it('names a view and an order that there are, and neither where it is the usual one', () => {
    expect(customerSearch({ view: 'low', sort: 'days_left' })).toEqual({ view: 'low', sort: 'days_left' });
    expect(customerSearch({ view: 'all', sort: 'newest' })).toEqual({});
    expect(customerSearch({ view: 'toString', sort: 1 })).toEqual({});
  });
});
