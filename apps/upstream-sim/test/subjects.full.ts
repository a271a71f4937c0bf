import { ask, askGraphql, askGrid, askJson, parsed, simulatorForTests } from './client';

const simulator = simulatorForTests();
const get = (path: string) => ask(simulator.it, `/api/v1/${path}`);
const post = (path: string, form: Record<string, string>) => ask(simulator.it, `/api/v1/${path}`, { form });
const about = async (pk: string) =>
  (await post('bloks/apps/com.instagram.interactions.about_this_account/', { target_user_id: pk })).text;
const outcome = async (reply: ReturnType<typeof get>) => {
  const { status, text } = await reply;
  return [status, parsed(text).message];
};

describe('accounts', () => {
  test('a private account shows its profile, and its lists return 400', async () => {
    const { user } = await askJson(simulator.it, '/api/v1/users/1003/info/');
    expect([user.is_private, user.media_count]).toEqual([true, 41]);
    const refusal = [400, 'Not authorized to view user'];
    for (const path of ['friendships/1003/followers/', 'friendships/1003/following/', 'usertags/1003/feed/']) {
      expect(await outcome(get(path))).toEqual(refusal);
    }
    expect(await outcome(post('clips/user/', { target_user_id: '1003' }))).toEqual(refusal);
    const [grid] = await askGraphql(simulator.it, 'IGProfileTimelineQuery', { user_id: '1003' });
    expect(grid.message).toBe('Not authorized to view user');
  });

  test('a quietly private account returns 200 with empty lists', async () => {
    for (const path of ['friendships/1004/followers/', 'usertags/1004/feed/']) {
      const { status, text } = await get(path);
      const body = parsed(text);
      expect([status, body.users ?? body.items]).toEqual([200, []]);
    }
    const { feed } = await askGrid(simulator.it, 1004);
    expect([feed.profile_grid_items, feed.more_available]).toEqual([[], false]);
  });

  test.each(['1003', '1004', '1007', '1005'])(
    'account %s has no story, an empty highlights tray and no error',
    async (pk) => {
      expect(parsed((await get(`feed/user/${pk}/story/`)).text).reel).toBeNull();
      expect(parsed((await get(`highlights/${pk}/highlights_tray/`)).text).tray).toEqual([]);
    },
  );

  test.each([
    ['1005', 404, 'User not found'],
    ['1006', 400, 'Error generating user info response'],
    ['4242', 404, 'User not found'],
    ['marta.trails', 400, 'Invalid target user'],
  ])('the account id %s is refused with %i', async (pk, status, message) => {
    expect(await outcome(get(`users/${pk}/info/`))).toEqual([status, message]);
    expect(await outcome(get(`friendships/${pk}/followers/`))).toEqual([status, message]);
  });

  test('GraphQL returns null for a deleted account', async () => {
    const [row] = await askGraphql(simulator.it, 'IGProfileTimelineQuery', { user_id: '1005' });
    expect([Object.values(row.data).at(-1), row.extensions.is_final]).toEqual([null, true]);
  });

  test('an empty account has empty lists and no error', async () => {
    const { user } = await askJson(simulator.it, '/api/v1/users/1007/info/');
    expect([user.follower_count, user.following_count, user.media_count]).toEqual([0, 0, 0]);
    expect(user).not.toHaveProperty('profile_pic_id');
    expect(parsed((await get('friendships/1007/followers/')).text).users).toEqual([]);
  });

  test('old posts have codes of 9 and 10 characters', async () => {
    let cursor: string | undefined;
    const lengths = new Set<number>();
    do {
      const page = await askGrid(simulator.it, 1015, cursor);
      for (const row of page.deferred) lengths.add(row.data.code.length);
      cursor = page.feed.profile_grid_items_cursor ?? undefined;
    } while (cursor);
    expect([...lengths].sort()).toEqual([10, 9]);
  });
});

describe('the typeahead', () => {
  const found = async (query: string) => {
    const { text } = await get(`fbsearch/typeahead_stream/?query=${encodeURIComponent(query)}`);
    return text
      .trim()
      .split('\n')
      .flatMap((row) => parsed(row).users.map((user: { username: string }) => user.username));
  };

  test('lists a popular near-match before the exact match', async () => {
    expect((await found('marta.trails')).slice(0, 2)).toEqual(['marta.trails.daily', 'marta.trails']);
  });

  test('finds handles of digits or underscores, and ignores letter case', async () => {
    expect(await found('20071224')).toContain('20071224');
    expect(await found('__under.score__')).toContain('__under.score__');
    expect(await found('Marta.TRAILS')).toContain('marta.trails');
  });

  test('finds the followers of an account by their handles', async () => {
    const { users } = await askJson(simulator.it, '/api/v1/friendships/1001/followers/?count=40');
    for (const { username } of users) expect(await found(username)).toContain(username);
  });

  test('lists banned accounts but not deleted ones, and does not treat a near-match as a match', async () => {
    expect(await found('banned.outright')).toEqual(['banned.outright']);
    expect(await found('gone.by.choice')).toEqual([]);
    expect(await found('marta.trail')).not.toContain('marta.trail');
  });
});

describe('posts', () => {
  const showcase: Record<string, string> = {};
  beforeAll(async () => {
    const { posts } = await askJson(simulator.it, '/_sim/catalogue');
    for (const { pk, purpose } of posts) showcase[purpose] = pk;
  });
  const named = (beginning: string): string => {
    const purpose = Object.keys(showcase).find((known) => known.startsWith(beginning));
    if (!purpose) throw new Error(`No post “${beginning}” in the catalogue`);
    return showcase[purpose] as string;
  };
  const whole = async (beginning: string) => parsed((await get(`media/${named(beginning)}/info/`)).text).items[0];

  test('deleted posts and posts of private accounts return 400, 404, or 200 without items', async () => {
    expect(await outcome(get(`media/${named('deleted: 400')}/info/`))).toEqual([400, 'Media not found or unavailable']);
    expect(await outcome(get(`media/${named('deleted: 404')}/info/`))).toEqual([404, 'Media not found']);
    for (const quiet of ['quietly deleted', 'quietly private owner']) {
      const { status, text } = await get(`media/${named(quiet)}/info/`);
      expect([status, parsed(text).items]).toEqual([200, []]);
    }
    expect(await outcome(get(`media/${named('private owner: 400')}/info/`))).toEqual([
      400,
      'Not authorized to view user',
    ]);
  });

  test('an unknown id, an id close to that of a post, and a shortcode are refused', async () => {
    const neighbour = BigInt(named('photo with a place')) + 2n;
    expect(await outcome(get(`media/${neighbour}/info/`))).toEqual([400, 'Media not found or unavailable']);
    expect(await outcome(get('media/1/info/'))).toEqual([400, 'Media not found or unavailable']);
    expect(await outcome(get('media/BvW9DMF5srJ/info/'))).toEqual([400, 'Invalid media_id BvW9DMF5srJ']);
  });

  test('the owner part of a composite id is ignored', async () => {
    const pk = named('photo with a place');
    expect((await get(`media/${pk}_42/info/`)).text).toBe((await get(`media/${pk}/info/`)).text);
  });

  test('a caption can be null, have a null text, or contain text that looks like JSON', async () => {
    expect((await whole('photo without caption')).caption).toBeNull();
    expect((await whole('caption object')).caption.text).toBeNull();
    expect((await whole('caption full')).caption.text).toContain('"next_max_id":"decoy"');
  });

  test('photos have no video files, plays or clips metadata; reels have them but no tagged accounts', async () => {
    const photo = await whole('photo with a place');
    expect([photo.video_versions, photo.play_count, photo.clips_metadata]).toEqual([[], null, null]);
    const reel = await whole('reel with licensed');
    expect([reel.video_versions.length, reel.usertags, reel.play_count]).toEqual([3, { in: [] }, expect.any(Number)]);
    expect([reel.clips_metadata.audio_type, (await whole('reel with an original')).clips_metadata.audio_type]).toEqual([
      'licensed_music',
      'original_sounds',
    ]);
    expect((await whole('reel with a co-author')).coauthor_producers).toHaveLength(1);
  });

  test('posts with hidden likes have a flag, a like count of 3 and no likers', async () => {
    const post = await whole('photo whose like count');
    expect([post.like_and_view_counts_disabled, post.like_count]).toEqual([true, 3]);
    expect(parsed((await get(`media/${post.pk}/likers/`)).text).users).toEqual([]);
  });

  test('posts with disabled comments have a flag and an empty list of comments', async () => {
    const body = parsed((await get(`media/${named('comments disabled')}/comments/`)).text);
    expect([body.comments_disabled, body.comments]).toEqual([true, []]);
  });

  test('the location of a post has no coordinates if it is a region, and has them if it is a venue', async () => {
    expect((await whole('place that is a region')).location).not.toHaveProperty('lat');
    expect((await whole('photo with a place')).location.lat).toBeCloseTo(38.7, 0);
  });

  test('comments can be limited to one child of a carousel', async () => {
    const { pk, carousel_media } = await whole('carousel of 10 photos');
    const all = parsed((await get(`media/${pk}/comments/`)).text);
    const child = parsed(
      (await get(`media/${pk}/comments/?carousel_media_id=${carousel_media[0].id}&carousel_index=0`)).text,
    );
    expect(child.comments[0]).toEqual(all.comments[0]);
    expect(child.comments).not.toEqual(all.comments);
  });

  test('an unknown comment is refused', async () => {
    const path = `media/${named('huge thread')}/comments/17896169626109713/inline_child_comments/`;
    expect(await outcome(get(path))).toEqual([404, 'Comment not found']);
    expect(await outcome(get('media/17896169626109713/comment_likers/'))).toEqual([404, 'Comment not found']);
  });
});

describe('resources that do not exist', () => {
  test.each([
    ['highlight:17984186695569347', 'of a private account'],
    ['highlight:18009304206418313', 'deleted'],
    ['highlight:1', 'never made'],
  ])('highlight %s (%s) is omitted from the response', async (id) => {
    const { status, text } = await post('feed/reels_media/', { user_ids: JSON.stringify([id]) });
    expect([status, parsed(text).reels]).toEqual([200, {}]);
  });

  test('an unknown audio has null metadata, and a known audio is found by any of its three ids', async () => {
    const audio = (form: Record<string, string>) => post('clips/music/', form).then(({ text }) => parsed(text));
    expect((await audio({ audio_cluster_id: '797000000000000' })).metadata).toBeNull();
    const pages = [
      await audio({ audio_cluster_id: '797000832107795' }),
      await audio({ original_sound_audio_asset_id: '1283000396084835' }),
      await audio({ music_canonical_id: '18418000394075459' }),
    ];
    expect(new Set(pages.map((page) => JSON.stringify(page.metadata))).size).toBe(1);
    expect((await audio({ audio_cluster_id: '9171030632498263' })).metadata.original_sound_info.audio_asset_id).toBe(
      '9171030632498263',
    );
  });

  test('a closed place has no name, and an unknown place is refused', async () => {
    expect(parsed((await get('locations/428342821/location_info/')).text)).not.toHaveProperty('name');
    expect(await outcome(get('locations/428342823/location_info/'))).toEqual([404, 'Location not found']);
  });

  test('a tag can be unknown, have the id 0 and no posts, or have a warning and no id', async () => {
    const info = async (name: string) => parsed((await get(`tags/${name}/info/`)).text);
    expect(await outcome(get('tags/nosuchtopic/info/'))).toEqual([404, 'Hashtag not found']);
    expect(await info('hollowtopic')).toMatchObject({ id: 0, media_count: 0 });
    const restricted = await info('restrictedtopic');
    expect(restricted.warning_message.category_name).toBe('HASHTAG_PAGE_WARNING_MESSAGE');
    expect(restricted).not.toHaveProperty('id');
    expect((await info('love')).media_count).toBe(2_147_483_647);
    expect((await info(encodeURIComponent('東京'))).name).toBe('東京');
  });

  test('only posts can be embedded', async () => {
    const embed = (url: string) => get(`oembed/?url=${encodeURIComponent(url)}`);
    expect(await outcome(embed('https://www.instagram.com/marta.trails/'))).toEqual([404, 'Media not found']);
    expect(await outcome(embed('https://elsewhere.example/p/BvW9DMF5srJ/'))).toEqual([404, 'Media not found']);
    expect(parsed((await embed('https://www.instagram.com/reel/CFq8-_0NHIL/?igsh=1')).text)).toMatchObject({
      author_name: 'showcase.posts',
      author_id: 1012,
      type: 'rich',
    });
  });
});

describe('the about panel', () => {
  const lines = (text: string) =>
    [...text.matchAll(/"(?:text|#)":"((?:[^"\\]|\\.)*)"/g)].map(([, line]) => JSON.parse(`"${line}"`));

  test('has its lines in order, however deeply nested', async () => {
    const panel = lines(await about('1001'));
    expect(panel[0]).toBe('marta.trails');
    expect(panel.slice(2, 5)).toEqual(['Date joined', 'March 2015', 'Account based in']);
    const former = panel.indexOf('Former usernames');
    expect(panel.length).toBe(former + 2 + Number(panel[former + 1]));
  });

  test('counts or lists former handles, omits a label, or has no lines, depending on the account', async () => {
    const after = (panel: string[]) => panel.slice(panel.indexOf('Former usernames') + 1);
    expect(after(lines(await about('1008')))).toEqual([expect.stringMatching(/^\d$/)]);
    expect(after(lines(await about('1002')))[0]).toMatch(/\.old$/);
    expect(lines(await about('1010'))).not.toContain('Date joined');
    expect(lines(await about('1007'))).toEqual([]);
  });

  test('is an error for a private account, and has no lines for a quietly private account', async () => {
    expect(await about('1003')).toContain('Not authorized to view user');
    expect(lines(await about('1004'))).toEqual([]);
  });
});
