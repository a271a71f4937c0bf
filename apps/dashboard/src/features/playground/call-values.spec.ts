import { operations } from '@loupe/dto';
import { nextPageOf, validationErrorsOf, withExamples, withTyped } from './call-values';

describe('withExamples', () => {
  it('fills every operation’s required parameters with examples', () => {
    for (const operation of Object.values(operations).flatMap((domain) => Object.values(domain)))
      expect([operation.name, validationErrorsOf(operation, withExamples(operation, {}))]).toEqual([
        operation.name,
        {},
      ]);
  });

  it('keeps typed parameters and leaves optional ones empty', () => {
    const values = withExamples(operations.users.followers, { user_id: '42' });
    expect(values).toEqual({ user_id: '42' });
  });

  it('fills a session parameter with a new UUID', () => {
    const one = withExamples(operations.search.users, {});
    expect(one.search_session_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(one.search_session_id).not.toBe(one.serp_session_id);
  });

  it('fills one of two alternative parameters, unless one has been typed', () => {
    const { example } = operations.resolve.media.parameters.pk;
    expect(withExamples(operations.resolve.media, {})).toEqual({ pk: example });
    expect(withExamples(operations.resolve.media, { code: 'B' })).toEqual({ code: 'B' });
  });

  it('leaves a cleared parameter empty', () => {
    expect(withExamples(operations.users.followers, { user_id: '' })).toEqual({ user_id: '' });
  });
});

describe('withTyped', () => {
  it('clears only the parameters that the typed one excludes', () => {
    expect(withTyped(operations.resolve.media, {}, 'code', 'B')).toEqual({ pk: '', code: 'B' });
    const page = { post_id: 'B', user_id: '1', min_id: 'm', carousel_index: '2' };
    expect(withTyped(operations.posts.comments, page, 'max_id', 'x')).toEqual({ ...page, min_id: '', max_id: 'x' });
    expect(withTyped(operations.posts.comments, page, 'max_id', '')).toEqual({ ...page, max_id: '' });
  });
});

describe('validationErrorsOf', () => {
  it('reports missing and invalid parameters before the call is sent', () => {
    expect(validationErrorsOf(operations.posts.comments, { user_id: 'x', carousel_index: '100' })).toEqual({
      post_id: 'Enter a post id.',
      user_id: 'This must be a string of digits; for a username use /users/username/x, which returns the id as pk.',
      carousel_index: 'This must be a whole number from 0 to 99.',
    });
  });
});

describe('nextPageOf', () => {
  it.each([
    ['a list', operations.users.followers, { items: [], next_cursor: 'n', has_more: true }, { cursor: 'n' }],
    ['a last page', operations.users.followers, { items: [], next_cursor: null, has_more: false }, undefined],
    [
      'a profile grid',
      operations.users.posts,
      { feed: { more_available: true, profile_grid_items_cursor: 'g' } },
      { cursor: 'g' },
    ],
    ['comments', operations.posts.comments, { comments: [], has_more: true, next_min_id: 'm' }, { min_id: 'm' }],
    ['the last comments', operations.posts.comments, { has_more: false, next_min_id: 'm' }, undefined],
    ['an object', operations.users.byId, { pk: '1', next_cursor: 'n' }, undefined],
    ['a response without a body', operations.users.byId, undefined, undefined],
  ])('finds the next page, if there is one, of %s', (_, operation, body, next) => {
    expect(nextPageOf(operation, body)).toEqual(next);
  });
});
