import { ask, askGraphql, askGrid, askJson, parsed, simulatorForTests } from './client';

const simulator = simulatorForTests();
const get = (path: string) => askJson(simulator.it, `/api/v1/${path}`);
const post = (path: string, form: Record<string, string>) => askJson(simulator.it, `/api/v1/${path}`, { form });
const after = (cursor: unknown) => encodeURIComponent(String(cursor));

describe('cursors', () => {
  test('followers have opaque cursors that are bound to their list', async () => {
    const { next_max_id: cursor } = await get('friendships/1001/followers/');
    expect(cursor).toMatch(/^QVFE[\w+/]{70,}=*$/);
    const own = await get(`friendships/1001/followers/?max_id=${after(cursor)}`);
    const first = await get('friendships/1012/followers/');
    const foreign = await get(`friendships/1012/followers/?max_id=${after(cursor)}`);
    expect(own.users).not.toEqual((await get('friendships/1001/followers/')).users);
    expect(foreign.users).toEqual(first.users);
  });

  test('the cursor of a list of followed accounts is an offset, as a string', async () => {
    expect((await get('friendships/1001/following/')).next_max_id).toBe('25');
    expect((await get('friendships/1001/following/?max_id=25')).next_max_id).toBe('50');
  });

  test('tagged posts have a numeric cursor in which every digit matters', async () => {
    const first = await get('usertags/1001/feed/');
    expect(first.next_max_id).toBe(first.items.at(-1).pk);
    const second = await get(`usertags/1001/feed/?max_id=${first.next_max_id}`);
    expect(second.items[0].pk).not.toBe(first.items[0].pk);
    const rounded = await get(`usertags/1001/feed/?max_id=${BigInt(Number(first.next_max_id))}`);
    expect(rounded.items[0].pk).toBe(first.items[0].pk);
  });

  test('reels can be paged until `more_available` is false, and sorted by views', async () => {
    const seen: number[] = [];
    let cursor = '';
    do {
      const page = await post('clips/user/', { target_user_id: '1001', max_id: cursor, sort_by_views: 'true' });
      seen.push(...page.items.map(({ media }: { media: { play_count: number } }) => media.play_count));
      cursor = page.paging_info.more_available ? page.paging_info.max_id : '';
    } while (cursor);
    expect(seen).toEqual([...seen].sort((a, b) => b - a));
    expect(seen.length).toBe((await get('users/1001/info/')).user.total_clips_count);
  });

  test('the cursor of ranked comments is a JSON document in a string, which must be sent back unchanged', async () => {
    const path = 'media/2639297316059813967/comments/';
    const first = await get(path);
    expect(Object.keys(JSON.parse(first.next_min_id))).toEqual(['cached_comments_cursor', 'bifilter_token']);
    expect(first.next_min_id).toMatch(/": ".*Gg_.*="\}$/);
    expect([first.has_more_comments, first.has_more_headload_comments]).toEqual([false, true]);
    const second = await get(`${path}?min_id=${after(first.next_min_id)}`);
    expect(second.comments[0].pk).not.toBe(first.comments[0].pk);
    const tampered = await get(`${path}?min_id=${after(first.next_min_id.replace('": "', '":"'))}`);
    expect(tampered.comments).toEqual(first.comments);
  });

  test.each([
    ['3427972388219817405', /^\d{17}$/],
    ['3530665016647977683', /^QVFC/],
  ])('the comment thread of post %s can be paged to its end by `next_max_id`', async (pk, shape) => {
    let [pages, cursor] = [0, ''];
    do {
      const page = await get(`media/${pk}/comments/?max_id=${after(cursor)}`);
      expect(page.has_more_comments).toBe(page.next_max_id !== undefined);
      if (page.next_max_id) expect(page.next_max_id).toMatch(shape);
      cursor = page.next_max_id ?? '';
      pages += 1;
    } while (cursor);
    expect(pages).toBe(6);
  });

  test.each([
    ['17896169626109711', 'tail', 'next_max_child_cursor', 'max_id'],
    ['18009542731353871', 'head', 'next_min_child_cursor', 'min_id'],
  ])('replies to comment %s are paged from the %s', async (comment, end, member, parameter) => {
    const path = `media/2639297316059813967/comments/${comment}/inline_child_comments/`;
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await get(`${path}?${parameter}=${after(cursor)}`);
      seen.push(...page.child_comments.map(({ pk }: { pk: string }) => pk));
      expect(page[`has_more_${end}_child_comments`]).toBe(page[member] !== undefined);
      cursor = page[member] ?? '';
    } while (cursor);
    expect(seen.length).toBeGreaterThan(12);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('sections of a hashtag require all three parts of their cursor, with every digit unchanged', async () => {
    const ask = (form: Record<string, string>) => post('tags/trail/sections/', { tab: 'top', ...form });
    const first = await ask({});
    const second = await ask({ max_id: first.next_max_id, page: '1', next_media_ids: '[]' });
    expect([first.next_page, second.next_page]).toEqual([1, 2]);
    expect(second.next_media_ids).toHaveLength(3);
    const place = { max_id: second.next_max_id, page: '2' };
    const ids = `[${second.next_media_ids.join(',')}]`;
    const third = await ask({ ...place, next_media_ids: ids });
    expect(third.next_page).toBe(3);
    const rounded = `[${second.next_media_ids.map((id: string) => BigInt(Number(id))).join(',')}]`;
    for (const wrong of [{ ...place, next_media_ids: rounded }, place, { ...place, page: '1', next_media_ids: ids }]) {
      expect((await ask(wrong)).next_page).toBe(1);
    }
  });

  test('the last page of the sections of a location has `next_page` but no `next_max_id`', async () => {
    let page = await post('locations/371653515/sections/', { tab: 'recent' });
    while (page.next_max_id !== undefined) {
      page = await post('locations/371653515/sections/', {
        tab: 'recent',
        max_id: page.next_max_id,
        page: String(page.next_page),
        next_media_ids: JSON.stringify(page.next_media_ids),
      });
    }
    expect(page.more_available).toBe(false);
    expect(page.next_page).toBeGreaterThan(2);
  });

  test('the cursor of trending or searched audio is a small number, as a string', async () => {
    expect((await post('music/trending/', { product: 'feed_post' })).page_info.next_max_id).toBe('11');
    const second = await get('music/audio_global_search/?query=o&cursor=11');
    expect(second.page_info.next_max_id).toBe('22');
  });

  test('searches for accounts and tags have page tokens', async () => {
    const first = await get('fbsearch/account_serp/?query=ma');
    expect(first.users).toHaveLength(20);
    const second = await get(`fbsearch/account_serp/?query=ma&page_token=${first.page_token}`);
    expect(second.users[0].pk).not.toBe(first.users[0].pk);
    const tags = await get('tags/search/?q=o');
    expect((await get(`tags/search/?q=o&page_token=${tags.page_token}`)).results[0].name).not.toBe(
      tags.results[0].name,
    );
  });

  test('the cursor of the top search is bound to its query and both session ids', async () => {
    const root = '1$xdt_fbsearch__top_serp_graphql(after:$after,first:$first,query:$query)';
    const search = async (variables: object) => {
      const sessions = { query: 'trail', search_session_id: 's', serp_session_id: 't' };
      const [row] = await askGraphql(simulator.it, 'IGTopSerpQuery', { ...sessions, ...variables });
      return row.data[root];
    };
    const { edges, page_info: page } = await search({});
    const kinds = new Set(edges.map(({ node }: { node: { __typename: string } }) => node.__typename));
    expect([...kinds]).toEqual(
      expect.arrayContaining(['XDTTopSerpHeaderUnit', 'XDTTopSerpAccountsHCMUnit', 'XDTTopSerpMediaGridUnit']),
    );
    expect((await search({ after: page.end_cursor })).edges).not.toEqual(edges);
    for (const other of [{ query: 'coffee' }, { search_session_id: 'x' }, { serp_session_id: 'x' }]) {
      expect((await search({ ...other, after: page.end_cursor })).edges).toEqual((await search(other)).edges);
    }
  });
});

describe('the profile grid', () => {
  test('begins with pinned posts, which appear again further down', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { feed } = await askGrid(simulator.it, 1001, cursor);
      seen.push(...feed.profile_grid_items.map(({ media }: { media: { pk: string } }) => media.pk));
      if (cursor === undefined) expect(feed.pinned_profile_grid_items_ids).toEqual(seen.slice(0, 2));
      else expect(feed.pinned_profile_grid_items_ids).toBe('');
      expect(feed.more_available).toBe(feed.profile_grid_items_cursor !== null);
      cursor = feed.profile_grid_items_cursor ?? undefined;
    } while (cursor);
    expect(seen.length).toBe(97 + 2);
    expect(seen.slice(2)).toEqual(expect.arrayContaining(seen.slice(0, 2)));
  });

  test('sends a root row, a row with the first half of each post, and a row for each second half in random order, the last marked as final', async () => {
    const { first, rows, deferred } = await askGrid(simulator.it, 1001);
    expect(Object.keys(first.data).some((key) => key.includes('xdt_api__v1__profile_timeline'))).toBe(true);
    expect(rows[1].label).toBe('ProfileTimelineFragment__force_flush');
    const order = deferred.map((row: { path: [string, string, number] }) => row.path[2]);
    expect([...order].sort((a, b) => a - b)).toEqual(order.map((_: unknown, i: number) => i));
    expect(order).not.toEqual([...order].sort((a, b) => a - b));
    const finals = rows.map((row: { extensions: { is_final: boolean } }) => row.extensions.is_final);
    expect(finals).toEqual(rows.map((_: unknown, i: number) => i === rows.length - 1));
  });

  test('splits each post into a first half with images and author, and a second half with the shortcode', async () => {
    const { feed, deferred } = await askGrid(simulator.it, 1012);
    for (const row of deferred) {
      const { media } = feed.profile_grid_items[row.path[2]];
      expect(media).not.toHaveProperty('code');
      expect(media.image_versions2.candidates.length).toBeGreaterThan(0);
      expect(media.user.full_name).toBe('Showcase');
      expect(row.data.code).toMatch(/^[\w-]{11}$/);
      for (const missing of ['pk', 'image_versions2', 'video_versions', 'owner'])
        expect(row.data).not.toHaveProperty(missing);
      expect(Object.keys(row.data.user)).toEqual(['id', 'strong_id__']);
      if (media.media_type !== 8) continue;
      expect(row.data.carousel_media.every((child: object) => 'image_versions2' in child)).toBe(true);
      expect(media.carousel_media.slice(1).some((child: object) => 'image_versions2' in child)).toBe(false);
    }
  });

  test('shows a video child of a carousel as a photo in the first half of the post', async () => {
    const { feed, deferred } = await askGrid(
      simulator.it,
      1012,
      (await askGrid(simulator.it, 1012)).feed.profile_grid_items_cursor,
    );
    const id = '2320163015865434309_1012';
    const item = feed.profile_grid_items.find(({ media }: { media: { id: string } }) => media.id === id);
    const half = deferred.find((row: { data: { id: string } }) => row.data.id === id);
    const types = (children: { media_type: number }[]) => children.map((child) => child.media_type);
    expect(types(half.data.carousel_media)).toEqual([1, 2, 1, 1]);
    expect(types(item.media.carousel_media)).toEqual([1, 1, 1, 1]);
  });

  test('ignores a `max_id` and returns the first page', async () => {
    const { feed } = await askGrid(simulator.it, 1001);
    const variables = { user_id: '1001', count: 12, max_id: feed.next_max_id };
    const [, second] = await askGraphql(simulator.it, 'IGProfileTimelineQuery', variables);
    expect(second.data).toEqual(feed);
  });
});

describe('sections of a hashtag', () => {
  test('use all layouts and show 27 posts, one of them twice', async () => {
    const { sections } = await post('tags/trail/sections/', { tab: 'top' });
    const layouts = new Set(sections.map((section: { layout_type: string }) => section.layout_type));
    expect([...layouts]).toEqual(['media_grid', 'one_by_two_left', 'one_by_two_right', 'three_by_four', 'mixed']);
    type Item = { media: { pk: string } };
    const pks = sections
      .flatMap(({ layout_content: content }: { layout_content: Record<string, unknown> }) => [
        ...((content.medias as Item[]) ?? []),
        ...((content.fill_items as Item[]) ?? []),
        ...((content.one_by_two_item as { clips: { items: Item[] } })?.clips.items ?? []),
      ])
      .map(({ media }: Item) => media.pk);
    expect([pks.length, new Set(pks).size]).toEqual([28, 27]);
  });

  test('contain only reels in the tab `clips`', async () => {
    const { text } = await ask(simulator.it, '/api/v1/tags/trail/sections/', { form: { tab: 'clips' } });
    expect(new Set(text.match(/"product_type":"\w+"/g))).toEqual(new Set(['"product_type":"clips"']));
    expect(parsed(text).sections[0].feed_type).toBe('clips');
  });
});

describe('lists that misbehave without an injected fault', () => {
  test('the follower list of a large account ends after one short page', async () => {
    const { users, next_max_id, has_more, should_limit_list_of_followers } = await get('friendships/1002/followers/');
    expect([users.length, next_max_id ?? null, has_more, should_limit_list_of_followers]).toEqual([
      47,
      null,
      false,
      true,
    ]);
  });

  test('the followers of the account `quirky.lists` include an empty page that has a cursor, and repeat some users', async () => {
    const pages = [await get('friendships/1010/followers/')];
    while (pages.at(-1).next_max_id)
      pages.push(await get(`friendships/1010/followers/?max_id=${after(pages.at(-1).next_max_id)}`));
    expect(pages[1].users).toEqual([]);
    expect(pages[3].users.slice(0, 3)).toEqual(pages[2].users.slice(-3));
  });

  test('of the account `quirky.lists`, followed accounts repeat a cursor, reels lack the next cursor, and tagged posts lack `more_available`', async () => {
    expect((await get('friendships/1010/following/?max_id=50')).next_max_id).toBe('50');
    const { paging_info: first } = await post('clips/user/', { target_user_id: '1010' });
    const { paging_info: second } = await post('clips/user/', { target_user_id: '1010', max_id: first.max_id });
    expect(second).toEqual({ more_available: true });
    const tagged = await get('usertags/1010/feed/');
    expect(tagged).not.toHaveProperty('more_available');
    expect(tagged.next_max_id).toMatch(/^\d{17,19}$/);
  });

  test('likers are limited to 100', async () => {
    const popular = (await askGrid(simulator.it, 1002)).feed.profile_grid_items[5].media;
    const { users, user_count } = await get(`media/${popular.pk}/likers/`);
    expect(users).toHaveLength(100);
    expect(user_count).toBeGreaterThan(10_000);
  });
});
