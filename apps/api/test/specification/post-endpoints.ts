import { type Body, loupe } from './caller';
import { expectDistinct, expectEvery, ids, isNumericId, isUser } from './field-checks';
import { known, likers, threads } from './samples';

const { pk, code } = known.photo;
const owner = `user_id=${known.showcase}`;
const commentsOf = (post: string, more = '') => `/posts/${post}/comments?${owner}${more}`;
const repliesTo = (id: string, mediaId: string = known.threads[0]) =>
  `/comments/${id}/replies?media_id=${mediaId}&${owner}`;
const pksOf = (page: Body): string[] => ids(page.comments);

describe('/posts/{post_id}', () => {
  it.each([code, pk, `${pk}_${known.showcase}`])(
    '"accepts a shortcode, the bare numeric media pk, or the composite": %s',
    async (id) => expect(await loupe.body(`/posts/${id}`)).toMatchObject({ pk, code, id: `${pk}_${known.showcase}` }),
  );
});

describe('/posts/{post_id}/comments', () => {
  it.each([
    ['missing', ''],
    ['not numeric', '?user_id=marta'],
    ['empty', '?user_id='],
  ])('"user_id (required, `^\\d+$`, the post owner\'s pk)": %s', async (_fault, query) =>
    expect(await loupe.refusal(`/posts/${code}/comments${query}`)).toEqual([422, 'unprocessable_entity']),
  );

  it.each(known.threads.map((thread, index) => [thread, index] as const))(
    '"pass `next_min_id` back as `min_id` exactly as received; stop when `has_more` is false": %s has an end, and each comment appears once',
    async (_thread, index) => {
      const pages = await threads[index]!();
      expect(pages.length).toBeGreaterThan(2);
      expectDistinct(pages.flatMap(pksOf));
    },
  );

  it('a thread with thousands of comments returns thousands', async () => {
    expect((await threads[0]!()).flatMap(pksOf).length).toBeGreaterThan(2000);
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

  it('"Replies are not included"', async () => {
    const thread = (await threads[0]!()).flatMap(pksOf);
    const replies = ids(await loupe.items(repliesTo(known.repliedTo[0])));
    expect(thread).toContain(known.repliedTo[0]);
    expect(replies.length).toBeGreaterThan(10);
    expect(replies.filter((reply) => thread.includes(reply))).toEqual([]);
  });

  describe('"For a carousel, carousel_media_id and carousel_index scope comments to one child"', () => {
    const scoped = async (more: string) => pksOf(await loupe.body(commentsOf(known.carouselOfTen, more)));
    const childOf = async (index: number) => (await loupe.body(`/posts/${known.carouselOfTen}`)).carousel_media[index];

    it('each child has its own comments, which are all among the comments of the post', async () => {
      const whole = await scoped('');
      const first = await scoped(`&carousel_media_id=${(await childOf(0)).pk}&carousel_index=0`);
      const second = await scoped(`&carousel_media_id=${(await childOf(1)).pk}&carousel_index=1`);
      expectDistinct([...first, ...second]);
      expect(whole).toEqual(expect.arrayContaining([...first, ...second]));
      expect(whole.length).toBeGreaterThan(first.length);
    });

    it('"carousel_media_id (optional string)": a child\'s own id', async () => {
      const { pk: child, id } = await childOf(1);
      expect(await scoped(`&carousel_media_id=${id}&carousel_index=1`)).toEqual(
        await scoped(`&carousel_media_id=${child}&carousel_index=1`),
      );
    });

    it('"carousel_index (optional integer, default 0)"', async () => {
      const { pk: child } = await childOf(0);
      expect(await scoped(`&carousel_media_id=${child}`)).toEqual(
        await scoped(`&carousel_media_id=${child}&carousel_index=0`),
      );
      expect((await loupe.refusal(commentsOf(known.carouselOfTen, '&carousel_index=one')))[0]).toBe(422);
    });
  });
});

describe('/posts/{post_id}/likers', () => {
  it('"Standard envelope of compact users; single capped page, has_more always false"', async () => {
    expectEvery(await likers(), 'pk', isNumericId);
    const [popular] = Object.values<Body>((await loupe.body(`/users/${known.veryLarge}/posts`)).posts);
    for (const thread of known.threads) {
      const page = await loupe.body(`/posts/${thread}/likers?${owner}`);
      expect([page.has_more, page.next_cursor]).toEqual([false, null]);
    }
    const { items } = await loupe.body(`/posts/${popular.code}/likers?user_id=${known.veryLarge}`);
    expect([items.length > 10, items.length < popular.like_count]).toEqual([true, true]);
  });

  it.each(['', '?user_id=marta'])('"user_id (required, `^\\d+$`)": %s', async (query) =>
    expect(await loupe.refusal(`/posts/${code}/likers${query}`)).toEqual([422, 'unprocessable_entity']),
  );
});

describe('/comments/{comment_id}/replies', () => {
  it.each(known.repliedTo)('"Threaded replies, cursor-paginated": %s, each reply once', async (id) => {
    const pages = await loupe.envelopes(repliesTo(id));
    expect(pages.length).toBeGreaterThan(1);
    const replies = pages.flatMap(({ items }) => items);
    expectDistinct(ids(replies));
    expectEvery(replies, 'user', isUser);
  });

  it('"media_id (required string: parent post shortcode, bare pk or composite pk)"', async () => {
    const post = await loupe.body(`/posts/${known.threads[0]}`);
    const byCode = ids((await loupe.body(repliesTo(known.repliedTo[0], post.code))).items);
    expect(byCode).not.toEqual([]);
    for (const form of [post.pk, post.id])
      expect(ids((await loupe.body(repliesTo(known.repliedTo[0], form))).items)).toEqual(byCode);
    expect((await loupe.refusal(`/comments/${known.repliedTo[0]}/replies?${owner}`))[0]).toBe(422);
  });

  it.each(['', '&user_id=marta'])('"user_id (required, `^\\d+$`, the post owner)": %s', async (query) => {
    const path = `/comments/${known.repliedTo[0]}/replies?media_id=${known.threads[0]}${query}`;
    expect((await loupe.refusal(path))[0]).toBe(422);
  });

  it('"use a comment\'s `pk` as comment_id … (replies are present when child_comment_count is above 0)"', async () => {
    const found = (await threads[0]!()).flatMap(({ comments }) => comments);
    const [some, none] = [
      found.filter((comment) => comment.child_comment_count > 0),
      found.filter((comment) => comment.child_comment_count === 0),
    ];
    expect([some.length > 3, none.length > 3]).toEqual([true, true]);
    for (const comment of some.slice(0, 4))
      expect(await loupe.items(repliesTo(comment.pk))).toHaveLength(comment.child_comment_count);
    for (const comment of none.slice(0, 2)) expect(await loupe.items(repliesTo(comment.pk))).toEqual([]);
  });
});

describe('/comments/{comment_id}/likers', () => {
  it('"Accounts that liked the comment; single page"', async () => {
    const page = await loupe.body(`/comments/${known.repliedTo[0]}/likers`);
    expectEvery(page.items, 'username', (_name, user) => isUser(user));
    expect([page.has_more, page.next_cursor]).toEqual([false, null]);
  });
});
