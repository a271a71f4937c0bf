import { loupe } from './caller';
import { isObject } from './field-checks';
import { product } from './product';
import { known, session } from './samples';

const { pk, code } = known.photo;
const composite = `${pk}_${known.showcase}`;

describe('"Validation failures on any endpoint return HTTP 422 with a body of type object"', () => {
  it.each([
    '/users/marta',
    '/users/username/a%20b',
    '/users/1001/reels?sort_by_views=perhaps',
    `/posts/${code}/comments?user_id=1012&carousel_index=x`,
    `/posts/${code}/likers`,
    '/comments/abc/replies?media_id=CSgquzkYxhP&user_id=1012',
    '/comments/abc/likers',
    '/search/users?query=x',
    `/search/audio?${session}&query=x`,
    '/search/places',
    '/locations/lisbon',
    '/stories/marta',
    '/highlights/marta',
    '/audio/quiet',
    '/resolve/media?pk=abc',
    '/oembed',
  ])('%s', async (path) => {
    const { status, body } = await loupe.get(path);
    expect([status, isObject(body)]).toEqual([422, true]);
  });
});

describe('profile_not_found, 404', () => {
  it.each([known.deleted, known.banned, '999999999999'])(
    '"Profile endpoints: no such user, or deleted or banned": %s',
    async (id) => expect(await loupe.refusal(`/users/${id}`)).toEqual([404, 'profile_not_found']),
  );

  it.each(['banned.outright', 'gone.by.choice', 'marta'])(
    '"Username lookup: the typeahead hit is not an exact match", deleted or banned: %s',
    async (name) => expect(await loupe.refusal(`/users/username/${name}`)).toEqual([404, 'profile_not_found']),
  );
});

describe('not_found', () => {
  it.each([...known.deletedPosts, `${known.deletedPosts[2]}_1012`, '3999999999999999999', 'CxxxxxxxxxX'])(
    '"Posts: deleted, or no such pk or shortcode": %s',
    async (id) => expect((await loupe.refusal(`/posts/${id}`))[1]).toBe('not_found'),
  );
});

describe('private_account', () => {
  it.each(known.privatePosts)(
    '"The profile or post owner is private; the content is not visible": comments and likers of %s',
    async (id, owner) => {
      for (const list of ['comments', 'likers'])
        expect(await loupe.refusal(`/posts/${id}/${list}?user_id=${owner}`)).toEqual([403, 'private_account']);
    },
  );

  it.each(known.privatePosts)('"The profile or post owner is private": /posts/%s_%s', async (id, owner) =>
    expect(await loupe.refusal(`/posts/${id}_${owner}`)).toEqual([403, 'private_account']),
  );
});

describe('invalid_parameter', () => {
  it('"Passing `max_id` to `/users/{user_id}/posts`", 400', async () =>
    expect(await loupe.refusal('/users/1001/posts?max_id=1')).toEqual([400, 'invalid_parameter']));

  it.each(['abc!def', '0', '99999999999999999999999', `${pk}_`, 'a'.repeat(60)])(
    '"a post id that is neither a valid pk nor a valid shortcode": %s',
    async (id) => {
      expect((await loupe.refusal(`/posts/${encodeURIComponent(id)}`))[1]).toBe('invalid_parameter');
      expect((await loupe.refusal(`/posts/${encodeURIComponent(id)}/comments?user_id=1012`))[1]).toBe(
        'invalid_parameter',
      );
    },
  );

  it.each(['comments', 'likers'])('"a composite post id naming a different owner than `user_id`": %s', async (list) => {
    expect((await loupe.refusal(`/posts/${composite}/${list}?user_id=1001`))[1]).toBe('invalid_parameter');
    expect((await loupe.get(`/posts/${composite}/${list}?user_id=1012`)).status).toBe(200);
  });
});

describe('unprocessable_entity, 422', () => {
  it.each(['comments', 'comments?user_id=marta', 'likers', 'likers?user_id=12x'])(
    '"user_id missing or not numeric on comments or likers": %s',
    async (rest) => expect(await loupe.refusal(`/posts/${code}/${rest}`)).toEqual([422, 'unprocessable_entity']),
  );
});

describe('invalid_cursor: "The cursor was not one the service issued"', () => {
  it.each([
    '/users/1001/followers?cursor=',
    '/users/1001/following?cursor=',
    '/users/1001/posts?cursor=',
    '/users/1001/reels?cursor=',
    '/users/1001/tagged?cursor=',
    '/users/1001/reposts?cursor=',
    `/posts/${known.threads[0]}/comments?user_id=1012&min_id=`,
    `/posts/${known.threads[0]}/comments?user_id=1012&max_id=`,
    `/comments/${known.repliedTo[0]}/replies?media_id=${known.threads[0]}&user_id=1012&cursor=`,
    `/search/users?${session}&query=marta&cursor=`,
    `/search/hashtags?${session}&query=trail&cursor=`,
    `/search/top?${session}&query=trail&cursor=`,
    '/hashtags/trail/top?cursor=',
    '/hashtags/trail/recent?cursor=',
    '/hashtags/trail/reels?cursor=',
    `/locations/${known.place}/top?cursor=`,
    `/locations/${known.place}/recent?cursor=`,
    '/audio/trending?cursor=',
    `/audio/${known.audio}/medias?cursor=`,
  ])('%s', async (path) => {
    for (const cursor of ['never-issued', '18312955848900031', 'QVFDbmV2ZXI='])
      expect([cursor, (await loupe.refusal(path + encodeURIComponent(cursor)))[1]]).toEqual([cursor, 'invalid_cursor']);
  });
});

describe('upstream_error', () => {
  it('"Transient upstream failure; the caller should retry": the response is free and retryable, and the next request succeeds', async () => {
    const { simulator } = product();
    await simulator.fault({ operation: 'media.info', fault: 'http_500' });
    const before = await loupe.balanceMicros();
    const { status, body } = await loupe.get(`/posts/${code}`);
    await simulator.clearFaults();
    expect([status >= 500, body.code, body.retryable]).toEqual([true, 'upstream_error', true]);
    expect(await loupe.balanceMicros()).toBe(before);
    expect((await loupe.get(`/posts/${code}`)).status).toBe(200);
  });
});
