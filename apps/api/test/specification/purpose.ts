import { loupe } from './caller';
import { createKey } from './dashboard';
import { expectEvery, isObject } from './field-checks';
import { product } from './product';
import { endpoints, examples, expectCost, known, profiles } from './samples';

describe('What the service does', () => {
  it('"retrieves public data from the upstream platform on behalf of a caller and returns it as JSON"', async () => {
    const answers = Object.values(await examples());
    expect(answers).toHaveLength(endpoints.length);
    expect(answers.filter(({ status, body }) => status !== 200 || !isObject(body))).toEqual([]);
  });

  it.each(endpoints)('"Every endpoint uses GET", "Domains covered", "status 200 on success": %s', async (path) => {
    expect((await examples())[path]?.status).toBe(200);
  });

  it('"Much of the upstream platform\'s own object shape is passed through untouched"', async () => {
    const { baseUrl, sessionHeaders } = product().simulator;
    const upstream = await fetch(`${baseUrl}/api/v1/users/1001/info/`, { headers: sessionHeaders });
    const text = (await upstream.text()).replace(/("(?:\w+_)?(?:pk|ids?|fbid|fbid_v2)":)(\d+)/g, '$1"$2"');
    expect(await loupe.body('/users/1001')).toEqual(JSON.parse(text).user);
  });

  it('the fields that are listed are "the commonly used subset"', async () => {
    expectEvery(await profiles(), 'pk', (_pk, profile) => Object.keys(profile).length > 100);
  });

  it('"Requests are authenticated by an API key"', async () => {
    expect((await loupe.get('/users/1001', {})).status).toBe(401);
    expect((await loupe.get('/users/1001')).status).toBe(200);
  });

  it('"Usage is billed against a USD balance tied to the key\'s account"', async () => {
    const { key } = await createKey(product().owner, 'Of the same account');
    const before = await loupe.balanceMicros();
    expect((await loupe.get('/users/1001', { 'X-Api-Key': key })).status).toBe(200);
    expect(await loupe.balanceMicros()).toBeLessThan(before);
  });

  it('"Conversion (/resolve/media) and balance are free"', async () => {
    await expectCost(`/resolve/media?code=${known.photo.code}`, 0);
    await expectCost('/system/balance', 0);
  });

  it('"Users are addressed by numeric id everywhere except one username lookup"', async () => {
    expect((await loupe.get('/users/username/marta.trails')).status).toBe(200);
    for (const path of ['/users/marta.trails', '/stories/marta.trails', '/users/marta.trails/posts'])
      expect([path, (await loupe.get(path)).status]).toEqual([path, 422]);
  });

  it.each(['followers', 'following', 'posts', 'reels', 'tagged', 'reposts', 'stories', 'highlights', 'about'])(
    '"There are no username-addressed sub-resources": %s',
    async (name) => {
      expect((await loupe.get(`/users/username/marta.trails/${name}`)).status).toBe(404);
      expect((await loupe.get(`/users/${known.marta}/${name}`)).status).toBe(200);
    },
  );

  it('"`has_more` can become false before the list is exhausted": followers of a very large account', async () => {
    const { follower_count } = await loupe.body(`/users/${known.veryLarge}`);
    const pages = await loupe.envelopes(`/users/${known.veryLarge}/followers`);
    expect(pages.at(-1).has_more).toBe(false);
    expect(pages.flatMap(({ items }) => items).length).toBeLessThan(follower_count);
  });

  it('"For high-engagement posts the upstream platform may hide the likers list entirely"', async () => {
    const page = await loupe.body(`/posts/${known.likersHidden}/likers?user_id=${known.showcase}`);
    expect(page).toEqual({ items: [], next_cursor: null, has_more: false });
  });
});
