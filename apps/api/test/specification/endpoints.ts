/** Sentences about the content and the order of whole lists. `endpoints/` tests the outcome of every single request. */
import { type Body, loupe } from './caller';
import { expectDistinct, expectEvery, ids, isInteger } from './field-checks';
import { followers, following, known, lists, threads } from './samples';

const marta = `/users/${known.marta}`;
const owner = `user_id=${known.showcase}`;
const commentsOf = (post: string, more = '') => `/posts/${post}/comments?${owner}${more}`;
const repliesTo = (id: string) => `/comments/${id}/replies?media_id=${known.threads[0]}&${owner}`;
const pksOf = (page: Body): string[] => ids(page.comments);
const descending = (values: number[]) => [...values].sort((a, b) => b - a);
const times = (items: Body[]): number[] => items.map(({ taken_at }) => taken_at);

describe('Users', () => {
  it.each([
    ['followers', 'follower_count', followers],
    ['following', 'following_count', following],
  ] as const)('"%s": the whole list has each account once, and as many as "%s"', async (_name, count, users) => {
    const whole = await users();
    expectDistinct(ids(whole));
    expect(whole).toHaveLength((await loupe.body(marta))[count]);
  });

  it('"Next requests pass `cursor` = `feed.profile_grid_items_cursor` … while `feed.more_available` is true": the whole grid', async () => {
    const pages = await loupe.grid(known.marta);
    const items = pages.flatMap(({ feed }) => feed.profile_grid_items.map(({ media }: Body) => media.pk));
    // Pinned posts are at the top, and again at their chronological position.
    expectDistinct(items.slice(pages[0].feed.pinned_profile_grid_items_ids.length));
    expect(new Set(items).size).toBe((await loupe.body(marta)).media_count);
  });

  it('"`sort_by_views=true` orders reels by view count instead of newest first", and "pages with the same cursor"', async () => {
    const sorted = await loupe.items(`${marta}/reels?sort_by_views=true`);
    const newest = await loupe.items(`${marta}/reels`);
    expectEvery(sorted, 'play_count', isInteger);
    const views = sorted.map(({ play_count }) => play_count);
    expect(views).toEqual(descending(views));
    expect(times(newest)).toEqual(descending(times(newest)));
    expectDistinct(ids(sorted));
    expect(ids(sorted)).not.toEqual(ids(newest));
    expect(ids(sorted).sort()).toEqual(ids(newest).sort());
  });

  it('"stories newer than 24 hours"', async () => {
    // The simulator's clock shows the last full hour.
    const yesterday = Date.now() / 1000 - 86_400 - 3_600;
    expectEvery(await lists.stories(), 'taken_at', (value) => value > yesterday);
  });
});

describe('Comments', () => {
  it('a thread with thousands of comments returns thousands, each once', async () => {
    const thread = (await threads[0]!()).flatMap(pksOf);
    expect(thread.length).toBeGreaterThan(2000);
    expectDistinct(thread);
  });

  it.each([known.threads[1], known.threads[2]])(
    '"max_id (optional string, walks toward older comments)": %s',
    async (thread) => {
      const first = await loupe.body(commentsOf(thread));
      const second = await loupe.body(commentsOf(thread, `&max_id=${encodeURIComponent(first.next_max_id)}`));
      const oldest = Math.min(...first.comments.map(({ created_at }: Body) => created_at));
      expectEvery(second.comments, 'created_at', (value) => value <= oldest);
      expectDistinct([...pksOf(first), ...pksOf(second)]);
    },
  );

  it('"Replies are not included", and "are present when child_comment_count is above 0"', async () => {
    const comments = (await threads[0]!()).flatMap((page) => page.comments);
    const some = comments.filter((comment) => comment.child_comment_count > 0);
    const none = comments.filter((comment) => comment.child_comment_count === 0);
    const known = new Set(ids(comments));
    for (const comment of [...some.slice(0, 4), ...none.slice(0, 2)]) {
      const replies = await loupe.items(repliesTo(comment.pk));
      expect(replies).toHaveLength(comment.child_comment_count);
      expect(ids(replies).filter((reply) => known.has(reply))).toEqual([]);
    }
  });

  it('"For a carousel, carousel_media_id and carousel_index scope comments to one child"', async () => {
    const { carousel_media } = await loupe.body(`/posts/${known.carouselOfTen}`);
    const [whole, first, second] = await Promise.all(
      ['', 0, 1].map(async (at) => {
        const scope = at === '' ? '' : `&carousel_media_id=${carousel_media[at].id}&carousel_index=${at}`;
        return pksOf(await loupe.body(commentsOf(known.carouselOfTen, scope)));
      }),
    );
    expectDistinct([...first!, ...second!]);
    expect(whole).toEqual(expect.arrayContaining([...first!, ...second!]));
    expect(whole!.length).toBeGreaterThan(first!.length);
  });

  it('"Standard envelope of compact users; single capped page": likers of a popular post', async () => {
    const [popular] = Object.values<Body>((await loupe.body(`/users/${known.veryLarge}/posts`)).posts);
    const { items } = await loupe.body(`/posts/${popular.code}/likers?user_id=${known.veryLarge}`);
    expect([items.length > 10, items.length < popular.like_count]).toEqual([true, true]);
  });
});

describe('Hashtags, places, highlights and audio', () => {
  it.each(['/hashtags/trail/recent', `/locations/${known.place}/recent`])('"Most recent media": %s', async (path) => {
    const { items } = await loupe.body(path);
    expect(items.length).toBeGreaterThan(10);
    expect(times(items)).toEqual(descending(times(items)));
  });

  it.each(['top', 'recent'])('"media at the location": %s', async (list) =>
    expectEvery(
      (await loupe.body(`/locations/${known.place}/${list}`)).items,
      'location',
      (at) => at.pk === known.place,
    ),
  );

  it('"Media items of one highlight": as many as its entry in the tray states', async () => {
    const [entry] = await loupe.items(`${marta}/highlights`);
    expect(await loupe.items(`/highlights/${entry.id}`)).toHaveLength(entry.media_count);
  });

  it('"reel_id is the story owner\'s user id; equivalent to `/users/{id}/stories`"', async () => {
    const { items } = await loupe.body(`/stories/${known.storyTeller}`);
    expect(ids(items)).toEqual(ids((await loupe.body(`/users/${known.storyTeller}/stories`)).items));
  });

  it('"/audio/{audio_id}/medias | Page of reels that use the audio"', async () => {
    const { items } = await loupe.body(`/audio/${known.audio}/medias`);
    expectEvery(items, 'clips_metadata', (value) => JSON.stringify(value).includes(known.audio));
  });

  it('"lat, lng … biases results" of /search/places', async () => {
    const first = async (at: string) => (await loupe.items(`/search/places?query=old&${at}`))[0].title;
    expect(await first('lat=38.7&lng=-9.1')).toContain('Lisbon');
    expect(await first('lat=52.5&lng=13.4')).toContain('Berlin');
  });
});
