import { type Body, loupe } from './caller';
import { expectDistinct, expectEvery, ids, isInteger } from './field-checks';
import { product } from './product';
import { expectCost, followers, following, grids, known, lists } from './samples';

const marta = `/users/${known.marta}`;
const subResources = [
  'followers',
  'following',
  'posts',
  'reels',
  'tagged',
  'reposts',
  'stories',
  'highlights',
  'about',
];

describe('/users/username/{username}', () => {
  it('"Resolves the handle through a typeahead, then fetches the profile"', async () => {
    const { simulator } = product();
    await simulator.forget();
    const profile = await loupe.body('/users/username/marta.trails');
    expect(profile).toMatchObject({ pk: known.marta, username: 'marta.trails' });
    expect((await simulator.seen()).map(({ operation }) => operation)).toEqual(['search.typeahead', 'users.info']);
  });

  it.each(['marta', 'marta.trail', 'marta.trails.dail', 'nobody.ever.had.this'])(
    '"When the typeahead hit does not match the handle exactly, returns 404 `profile_not_found`": %s',
    async (name) => expect(await loupe.refusal(`/users/username/${name}`)).toEqual([404, 'profile_not_found']),
  );

  it('"Costs double (two upstream requests)"', async () => {
    await expectCost('/users/username/marta.trails', 2);
  });
});

describe('"`<user_id>` below is a string matching `^\\d+$`"', () => {
  it.each(['', ...subResources.map((name) => `/${name}`)])('/users/{user_id}%s', async (rest) => {
    for (const id of ['marta', '10a1', '-1', '1.0'])
      expect([id, ...(await loupe.refusal(`/users/${id}${rest}`))]).toEqual([id, 422, 'unprocessable_entity']);
  });
});

describe('Followers and following', () => {
  it.each([
    ['followers', followers],
    ['following', following],
  ])(
    '"%s | cursor (optional string) | Standard envelope of compact users": the whole list has each account once',
    async (name, users) => {
      const whole = await users();
      const profile = await loupe.body(marta);
      expectDistinct(ids(whole));
      expect(whole).toHaveLength(profile[name === 'followers' ? 'follower_count' : 'following_count']);
    },
  );

  it.each(['followers', 'following'])(
    '"cursors are opaque and must be ones the service issued; otherwise `invalid_cursor`": %s',
    async (name) => {
      const { next_cursor } = await loupe.body(`${marta}/${name}`);
      expect(next_cursor).toEqual(expect.any(String));
      const wrong = ['12', 'QVFD', next_cursor.slice(0, -4), `${next_cursor}AAAA`];
      for (const cursor of wrong)
        expect((await loupe.refusal(`${marta}/${name}?cursor=${encodeURIComponent(cursor)}`))[1]).toBe(
          'invalid_cursor',
        );
      const ofAnother = `/users/${known.showcase}/${name}?cursor=${encodeURIComponent(next_cursor)}`;
      expect((await loupe.refusal(ofAnother))[1]).toBe('invalid_cursor');
    },
  );
});

describe('/users/{user_id}/posts', () => {
  it('"Next requests pass `cursor` = `feed.profile_grid_items_cursor` … while `feed.more_available` is true": the whole grid', async () => {
    const pages = await loupe.grid(known.marta);
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.at(-1).feed.more_available).toBe(false);
    const { media_count } = await loupe.body(marta);
    const items = pages.flatMap(({ feed }) => feed.profile_grid_items.map(({ media }: Body) => media.pk));
    // Pinned posts are at the top, and again at their chronological position.
    const pinned = pages[0].feed.pinned_profile_grid_items_ids.length;
    expectDistinct(items.slice(pinned));
    expect(new Set(items).size).toBe(media_count);
  });

  it.each(['max_id=1', 'max_id=', 'max_id=3724877364846324245_1001'])(
    '"When `max_id` is passed … the response is 400 `invalid_parameter`": %s',
    async (query) => expect(await loupe.refusal(`${marta}/posts?${query}`)).toEqual([400, 'invalid_parameter']),
  );

  it('"Profile-grid shape (2.4)"', async () => {
    for (const page of await grids()) expect(Object.keys(page).sort()).toEqual(['feed', 'posts']);
  });
});

describe('/users/{user_id}/reels', () => {
  const times = (reels: Body[]) => reels.map(({ taken_at }) => taken_at);
  const views = (reels: Body[]) => reels.map(({ play_count }) => play_count);
  const descending = (values: number[]) => [...values].sort((a, b) => b - a);

  it('"`sort_by_views=true` orders reels by view count instead of newest first"', async () => {
    const sorted = await loupe.items(`${marta}/reels?sort_by_views=true`);
    const newest = await loupe.items(`${marta}/reels`);
    expectEvery(sorted, 'play_count', isInteger);
    expect(views(sorted)).toEqual(descending(views(sorted)));
    expect(times(newest)).toEqual(descending(times(newest)));
    expect(ids(sorted)).not.toEqual(ids(newest));
  });

  it('"it pages with the same cursor": all pages by views have the same reels as all pages by time', async () => {
    const pages = await loupe.envelopes(`${marta}/reels?sort_by_views=true`);
    expect(pages.length).toBeGreaterThan(1);
    const sorted = pages.flatMap(({ items }) => ids(items));
    expectDistinct(sorted);
    expect(sorted.sort()).toEqual(ids(await loupe.items(`${marta}/reels`)).sort());
  });

  it('"sort_by_views (optional boolean, default false)"', async () => {
    const first = ids((await loupe.body(`${marta}/reels`)).items);
    expect(ids((await loupe.body(`${marta}/reels?sort_by_views=false`)).items)).toEqual(first);
    expect((await loupe.refusal(`${marta}/reels?sort_by_views=perhaps`))[0]).toBe(422);
  });
});

describe('Other lists of a user', () => {
  it.each(['reels', 'tagged', 'reposts'] as const)(
    '"%s | cursor (optional) | Standard envelope of media objects": the list has an end, and each item appears once',
    async (name) => {
      const pages = await loupe.envelopes(`${marta}/${name}`);
      expect(pages.length).toBeGreaterThan(1);
      expectDistinct(pages.flatMap(({ items }) => ids(items)));
    },
  );

  it.each(['stories', 'highlights'])('"%s: single page: has_more false and next_cursor null"', async (name) => {
    const page = await loupe.body(`/users/${known.storyTeller}/${name}`);
    expect(page.items.length).toBeGreaterThan(20);
    expect([page.has_more, page.next_cursor]).toEqual([false, null]);
  });

  it('"items empty when the user has no story newer than 24 hours"', async () => {
    const none = await loupe.body(`/users/${known.blank}/stories`);
    expect(none).toEqual({ items: [], next_cursor: null, has_more: false });
    // The simulator's clock shows the last full hour.
    const yesterday = Date.now() / 1000 - 86_400 - 3_600;
    expectEvery(await lists.stories(), 'taken_at', (value) => value > yesterday);
  });

  it.each(['stories', 'highlights'])('"%s: Billed double"', async (name) => {
    await expectCost(`${marta}/${name}`, 2);
  });

  it('"/users/{user_id}/about | About-panel object (2.7)"', async () => {
    const names = ['date_joined', 'details', 'former_usernames', 'former_usernames_count'];
    expect(Object.keys(await loupe.body(`${marta}/about`)).sort()).toEqual(names);
  });
});

describe.each(known.private)('"For a private account, sub-resources return 403 (`private_account`)": %s', (id) => {
  it.each(subResources)('%s', async (name) => {
    expect(await loupe.refusal(`/users/${id}/${name}`)).toEqual([403, 'private_account']);
  });
  it('the profile itself is still returned', async () => {
    expect(await loupe.body(`/users/${id}`)).toMatchObject({ pk: id, is_private: true });
  });
});
