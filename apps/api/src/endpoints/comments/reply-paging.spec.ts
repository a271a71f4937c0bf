import { replyPaging } from './reply-paging';

const bothWays = { moreTail: 'true', tail: 't', moreHead: 'true', head: 'h' };

describe('paging of replies', () => {
  it('begins with the older end, or with the only one there is', () => {
    expect(replyPaging.next(bothWays, undefined)).toEqual(['t', 'max', '']);
    expect(replyPaging.next({ moreHead: 'true', head: 'h' }, undefined)).toEqual(['h', 'min', '']);
    expect(replyPaging.next({ ...bothWays, moreTail: 'false' }, undefined)).toEqual(['h', 'min', '']);
  });

  it('never turns round, though a page names the way back', () => {
    expect(replyPaging.next(bothWays, ['a', 'min', ''])).toEqual(['h', 'min', '']);
    expect(replyPaging.next({ moreHead: 'true', head: 'h' }, ['a', 'max', ''])).toBeUndefined();
    expect(replyPaging.next({ moreTail: 'true', tail: 't' }, ['a', 'min', ''])).toBeUndefined();
  });

  it('ends without a token, and where its flag is false', () => {
    expect(replyPaging.next({ moreTail: 'true' }, undefined)).toBeUndefined();
    expect(replyPaging.next({ moreTail: 'false', tail: 't' }, undefined)).toBeUndefined();
  });
});
