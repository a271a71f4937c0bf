import { known, knownPosts } from '../endpoints/known';
import type { AnyJson } from '../support/send';
import { CallerWorld } from './caller-world';
import { callExample, idsOf, lists, pageByHand } from './client-calls';

const world = new CallerWorld();
const { client, charges } = world;

/** These lists are compared with pages read by hand, because some repeat items. No other list may repeat an item. */
const walkedByHand = ['users.tagged', 'users.posts', 'search.top'];

describe('the list methods of the client', () => {
  it.each(lists.map((one) => [one.name, one] as const))('read %s to its end', async (name, one) => {
    const pages: AnyJson[] = [];
    for await (const page of callExample(client({ pace: false }), one).pages()) pages.push(page);
    const items = pages.flatMap(({ items }) => items);
    if (walkedByHand.includes(name)) {
      const byHand = await pageByHand(one, world.api.baseUrl, world.tenant.key);
      expect(idsOf(items)).toEqual(idsOf(byHand));
    } else {
      expect(new Set(idsOf(items)).size).toBe(items.length);
      expect(await charges()).toHaveLength(pages.length);
    }
    expect(items.length).toBeGreaterThan(0);
    expect(pages.slice(0, -1).every(({ next, meta }) => next && meta.end === undefined)).toBe(true);
    expect(pages.at(-1)).toMatchObject({
      next: null,
      meta: { end: expect.stringMatching(/^(no-cursor|single-page)$/) },
    });
    expect(world.attempts.every(({ operation }) => operation === name)).toBe(true);
  });

  it('join the two halves of each post of the profile grid into one post', async () => {
    const posts = await client({ pace: false }).users.posts(known.marta).toArray({ limit: 1_000 });
    expect(posts.length).toBeGreaterThan(50);
    for (const post of posts) {
      expect(post).toMatchObject({
        code: expect.any(String),
        taken_at: expect.any(Number),
        like_count: expect.any(Number),
      });
      expect(post.image_versions2!.candidates!.length).toBeGreaterThan(0);
      expect(post.user!.full_name).toEqual(expect.any(String));
      if (post.product_type === 'clips') expect(post.video_versions!.length).toBeGreaterThan(0);
      if (post.product_type === 'carousel_container') expect(post.carousel_media!.length).toBeGreaterThan(1);
    }
  });

  it('reduce items to the requested fields, including those of the grid and of comments', async () => {
    const loupe = client({ pace: false });
    const options = { fields: ['pk', 'user.username'], limit: 40 };
    for (const list of [
      loupe.users.posts(known.marta, options),
      loupe.posts.comments(knownPosts.hugeThread, { ...options, user_id: known.showcase }),
      loupe.users.reels(known.storyTeller, options),
    ]) {
      const items = await list.toArray({ limit: 40 });
      expect(items.length).toBeGreaterThan(15);
      for (const item of items) {
        expect(Object.keys(item).sort()).toEqual(['pk', 'user']);
        expect(Object.keys(item.user!)).toEqual(['username']);
      }
    }
  });

  it('request no page after their limit, and can resume at any page', async () => {
    const loupe = client();
    const all = await loupe.users.followers(known.showcase).toArray({ limit: 70 });
    expect([all.length, (await charges()).length]).toEqual([70, 3]);
    const first = await loupe.users.followers(known.showcase);
    const rest = await loupe.users.followers(known.showcase, { cursor: first.next! }).toArray({ limit: 45 });
    expect(idsOf([...first.items, ...rest])).toEqual(idsOf(all));
    const [page] = [await loupe.users.followers(known.showcase, { limit: 3 }).pages().next()];
    expect(page.value).toMatchObject({ items: { length: 3 }, meta: { end: 'limit' } });
  });

  it('read the rest of a thread with `max_id`', async () => {
    const loupe = client({ pace: false });
    const thread = { user_id: known.showcase };
    const { data } = (await loupe.posts.comments(knownPosts.tailThread, thread)) as AnyJson;
    const rest = loupe.posts.comments(knownPosts.tailThread, {
      ...thread,
      max_id: data.next_max_id ?? data.next_min_id,
    });
    const [all, tail] = await Promise.all([
      loupe.posts.comments(knownPosts.tailThread, thread).toArray({ limit: 1_000 }),
      rest.toArray({ limit: 1_000 }),
    ]);
    expect(idsOf(all)).toEqual(idsOf([...data.comments, ...tail]));
    expect(tail.length).toBeGreaterThan(data.comments.length);
  });
});
