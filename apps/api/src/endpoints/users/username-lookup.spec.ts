import { UpstreamFailure } from '@loupe/upstream-client';
import { findUsername } from './username-lookup';

const row = (users: [pk: string, username: string][], rest = '') =>
  `{"users":[${users.map(([pk, username]) => `{"pk":${pk},"username":"${username}"}`).join(',')}]${rest}}\n`;
const first = row([['9007199254740993', 'marta.trails.daily']], ',"has_more":true');
const last = row([['1001', 'Marta.Trails']], ',"has_more":false,"rank_token":"t"');
const pkOf = (body: string, username: string) => findUsername(Buffer.from(body), username).pk;

describe('findUsername', () => {
  it('finds the exact handle in any row, after near-matches', () => {
    expect(pkOf(first + last, 'marta.trails')).toBe('1001');
  });

  it('keeps every digit of a pk', () => {
    expect(pkOf(first + last, 'marta.trails.daily')).toBe('9007199254740993');
  });

  it('accepts a pk that is a string', () => {
    expect(pkOf('{"users":[{"pk":"7","username":"a"}]}', 'a')).toBe('7');
  });

  it('returns undefined when a whole stream has no such handle', () => {
    expect(pkOf(first + last, 'marta')).toBeUndefined();
    expect(pkOf('{"users":[],"has_more":true,"rank_token":"t"}', 'marta')).toBeUndefined();
    expect(pkOf('{"users":[]}', 'marta')).toBeUndefined();
  });

  it.each([
    ['lacks its last row', first],
    ['has no list of users', '{"status":"ok"}'],
    ['ends within a row', first + last.slice(0, 20)],
    ['is empty', ''],
  ])('throws for a stream that %s', (_, body) => {
    expect(() => pkOf(body, 'nobody')).toThrow(UpstreamFailure);
  });
});
