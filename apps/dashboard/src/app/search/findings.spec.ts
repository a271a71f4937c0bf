import { allOperations } from '@loupe/dto';
import { findingsFor } from './findings';

const searched = {
  isMember: true,
  mayCreate: true,
  mayInvite: true,
  pages: [
    { to: '/', label: 'Overview' },
    { to: '/keys', label: 'Keys' },
  ],
  keys: [{ id: '7', name: 'Nightly import', prefix: 'loupe_4hTz9QxB' }],
  operations: allOperations,
};
const found = (text: string, of = searched) =>
  findingsFor(text, of).flatMap(({ label, findings }) =>
    findings.map(({ to, search }) => [label, to, search] as const),
  );

describe('the search', () => {
  it('finds the request of a pasted request id', () => {
    const id = '019a2001-1068-7d3a-9f2b-6c5d4e3f2a1b';
    expect(found(` ${id} `)).toEqual([['Request', `/requests/${id}`, undefined]]);
  });

  it('finds a key by its name or prefix', () => {
    expect(found('nightly')).toEqual([['Keys', '/keys/7', undefined]]);
    expect(found('loupe_4hTz9')).toEqual([['Keys', '/keys/7', undefined]]);
    const pasted = [
      ['Keys', '/keys/7', undefined],
      ['Has it leaked?', '/keys/7', { action: 'revoke' }],
    ];
    expect(found('loupe_4hTz9QxB')).toEqual(pasted);
    expect(found('loupe_4hTz9QxB', { ...searched, mayCreate: false })).toEqual(pasted.slice(0, 1));
  });

  it('finds a page, an action or an operation by the words of its name', () => {
    expect(found('overv')).toEqual([['Pages', '/', undefined]]);
    expect(found('create key')).toEqual([
      ['Actions', '/keys', { create: true }],
      ['Actions', '/keys', { create: true, mode: 'test' }],
    ]);
    expect(found('followers')).toContainEqual(['Playground', '/playground', { operation: 'users.followers' }]);
    expect(found('nothing of the sort')).toEqual([]);
  });

  it('finds what can be done with a key by a verb and its name, unless the user may not', () => {
    expect(found('rotate nightly')).toEqual([['Actions', '/keys/7', { action: 'rotate' }]]);
    expect(found('rotate nightly', { ...searched, mayCreate: false })).toEqual([]);
    expect(found('invite')).toEqual([['Actions', '/settings', { invite: true }]]);
    expect(found('invite', { ...searched, mayInvite: false })).toEqual([]);
  });

  it('leads support to the customers that match a text', () => {
    expect(found('Example Ltd', { ...searched, isMember: false, keys: [], operations: [] })).toEqual([
      ['Customers', '/support', { q: 'Example Ltd', open: true }],
    ]);
  });
});
