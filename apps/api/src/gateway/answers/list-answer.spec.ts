import { byCursor, listShape, readPage } from './list-answer';

const ranked = listShape({ list: 'users', paging: byCursor(['page_token', 'next_page_token'], { more: 'has_more' }) });
const nextOf = (members: object) => readPage(Buffer.from(JSON.stringify({ users: [], ...members })), ranked, undefined);

describe('where a list goes on', () => {
  it.each([
    ['the one name', { page_token: 'a' }],
    ['the other name', { next_page_token: 'a' }],
    ['either, where the other is null', { page_token: 'a', next_page_token: null }],
    ['either, in any order', { next_page_token: 'a', page_token: null }],
    ['the last one, where both speak', { page_token: 'this one', next_page_token: 'a' }],
  ])('is read from %s', (_, members) => {
    expect(nextOf(members).next).toEqual(['a', '', '']);
  });

  it.each([
    ['no token', { has_more: true }],
    ['a token that is null', { page_token: null, has_more: true }],
    ['a token that is empty', { page_token: '', has_more: true }],
    ['a token beside “no more”', { page_token: 'a', has_more: false }],
  ])('is nowhere with %s', (_, members) => {
    expect(nextOf(members).next).toBeUndefined();
  });
});
