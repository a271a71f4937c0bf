import fc from 'fast-check';
import { mix } from './chance';
import { commentAt, commentByPk } from './comments';
import { population, userIndexOf, userPkAt } from './population';
import { childPk } from './posts';
import { usernameAt } from './usernames';
import { World } from './world';

const world = new World('loupe');
const places = fc.nat(population - 1);
const isLossy = (id: bigint): boolean => String(Number(id)) !== String(id);

describe('the synthetic world', () => {
  test('handles are unique and valid, and the directory finds them', () => {
    const handles = Array.from({ length: population }, (_, index) => usernameAt(world.seed, index));
    expect(new Set(handles).size).toBe(population);
    expect(handles.filter((handle) => !/^[a-z0-9._]{1,30}$/.test(handle))).toEqual([]);
    expect(handles.filter((handle) => /^\d+$/.test(handle)).length).toBeGreaterThan(100);
    fc.assert(fc.property(places, (index) => world.directory.find(handles[index] as string) === index));
  });

  test('account ids decode to their account, and ids next to them do not', () => {
    fc.assert(
      fc.property(places, (index) => {
        const pk = userPkAt(index);
        return userIndexOf(pk) === index && userIndexOf(pk + 1) !== index && pk < 2 ** 53;
      }),
    );
  });

  test('followed accounts list their followers', () => {
    fc.assert(
      fc.property(places, (index) =>
        world.follows
          .following(index)
          .slice(-5)
          .every((other) => world.follows.followers(other).includes(index)),
      ),
      { numRuns: 60 },
    );
  });

  test('posts are found by their id and their children’s ids, which exceed the precision of a double', () => {
    fc.assert(
      fc.property(places, fc.nat(1023), (owner, ordinal) => {
        const post = world.posts.at({ owner, ordinal });
        if (!post) return true;
        const ids = Array.from({ length: post.childCount + 1 }, (_, child) => childPk(post, child));
        return ids.every((pk, child) => {
          const found = world.posts.byPk(pk);
          return found?.post.pk === post.pk && found.child === child && isLossy(pk) && pk < 2n ** 63n;
        });
      }),
    );
  });

  test('a post’s id contains its creation time', () => {
    const [post] = world.posts.visible(0);
    const createdMs = Number((post?.pk as bigint) >> 23n) + 1_314_220_021_721;
    expect(post?.takenAt).toBe(Math.floor(createdMs / 1000));
  });

  test('a random id is unknown', () => {
    const ids = Array.from(
      { length: 5_000 },
      (_, i) => (3_700_000_000n + BigInt(mix(i) % 200_000_000)) * 1_000_000_007n + BigInt(i),
    );
    expect(ids.filter((pk) => world.posts.byPk(pk) ?? world.stories.byPk(pk))).toEqual([]);
    const comments = Array.from({ length: 5_000 }, (_, i) => 17_900_000_000_000_000n + BigInt(mix(i)) * 2n + 1n);
    expect(comments.filter((pk) => commentByPk(world.posts, pk))).toEqual([]);
  });

  test('comments and replies are found by their id, which exceeds the precision of a double', () => {
    const thread = world.posts.at({ owner: 11, ordinal: 7 });
    fc.assert(
      fc.property(fc.nat(2999), fc.nat(31), (index, reply) => {
        if (!thread || reply > thread.replyCount(index)) return true;
        const comment = commentAt(thread, index, reply);
        const found = commentByPk(world.posts, comment.pk);
        return found?.index === index && found.reply === reply && isLossy(comment.pk);
      }),
    );
  });

  test('a story is found by its id at any time and visible for a day', () => {
    const now = Date.UTC(2026, 10, 20, 12) / 1000;
    const teller = 13;
    const shown = world.stories.active(teller, now);
    expect(shown.length).toBe(32);
    expect(
      shown.every(({ pk, takenAt }) => world.stories.byPk(pk)?.takenAt === takenAt && takenAt > now - 86_400),
    ).toBe(true);
    expect(world.stories.active(teller, now + 86_400).some(({ pk }) => shown.some((story) => story.pk === pk))).toBe(
      false,
    );
  });
});
