import { customerSearchOf } from './customer-search.service';

describe('customerSearchOf', () => {
  it.each([
    ['Example Ltd', { text: 'Example Ltd' }],
    ['owner@example.com', { text: 'owner@example.com' }],
    ['1001', { text: '1001', keyPrefix: '1001', accountId: 1001 }],
    ['4hTz9QxB', { text: '4hTz9QxB', keyPrefix: '4hTz9QxB' }],
    ['loupe_4hT', { keyPrefix: '4hT' }],
  ])('parses %p as %j', (query, search) => expect(customerSearchOf(query)).toEqual(search));

  it('drops the secret part of a pasted key', () => {
    expect(customerSearchOf(`loupe_4hTz9QxB${'s'.repeat(24)}`)).toEqual({ keyPrefix: '4hTz9QxB' });
  });
});
