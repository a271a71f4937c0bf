import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { ProfileGrid } from './generated/types.ts';
import { joinGrid, pick } from './grid.ts';

const files = fc.record({ candidates: fc.array(fc.record({ url: fc.webUrl() }), { minLength: 1, maxLength: 2 }) });
const pk = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String);
const gridHalf = fc.record(
  {
    pk,
    '1ltaken_at': fc.nat(),
    product_type: fc.constantFrom('feed', 'clips', 'carousel_container'),
    image_versions2: files,
    video_versions: fc.array(fc.string(), { minLength: 1 }),
    user: fc.record({ pk, full_name: fc.string() }),
    carousel_media: fc.array(fc.string(), { maxLength: 1 }),
    new_of_grid: fc.jsonValue(),
  },
  { requiredKeys: ['pk', '1ltaken_at', 'product_type', 'image_versions2', 'user'] },
);
const postHalf = fc.record(
  {
    code: fc.string({ minLength: 1 }),
    like_count: fc.nat(),
    caption: fc.option(fc.record({ text: fc.string() })),
    play_count: fc.option(fc.nat()),
    user: fc.record({ pk }),
    image_versions2: fc.constant(null),
    carousel_media: fc.array(fc.string(), { minLength: 2 }),
    location: fc.option(fc.record({ pk, '1flat': fc.double(), '1flng': fc.double() })),
    new_of_posts: fc.jsonValue(),
  },
  { requiredKeys: ['code', 'like_count', 'caption', 'play_count', 'user'] },
);

const gridOf = (halves: [{ pk: string }, object][]) =>
  ({
    feed: { profile_grid_items: [{ media: null }, ...halves.map(([media]) => ({ media }))] },
    posts: Object.fromEntries(halves.map(([{ pk }, post]) => [pk, post])),
  }) as unknown as ProfileGrid;

/** Shared with the tests of libs/mcp, which joins by the same rule. */
const cases: { says: string; media: { pk: string }; post?: object; joined: object }[] = JSON.parse(
  readFileSync(join(__dirname, '../test/grid-cases.json'), 'utf8'),
);

describe('joinGrid', () => {
  it.each(cases)('joins the grid half and the post half: $says', ({ media, post, joined }) => {
    expect(joinGrid(gridOf([[media, post ?? {}]]))).toMatchObject([joined]);
  });

  it('keeps the order of the grid and takes each member from the half that has it', () => {
    const halves = fc.uniqueArray(fc.tuple(gridHalf, postHalf), { selector: ([{ pk }]) => pk, maxLength: 6 });
    fc.assert(
      fc.property(halves, (halves) => {
        const joined = joinGrid(gridOf(halves)) as unknown as Record<string, unknown>[];
        expect(joined.map(({ pk }) => pk)).toEqual(halves.map(([{ pk }]) => pk));
        for (const [index, [grid, post]] of halves.entries()) {
          const { user: _stub, image_versions2: _none, location, ...ofPost } = post;
          const { carousel_media: truncated, ...ofGrid } = grid;
          expect(joined[index]).toMatchObject({ ...ofGrid, ...ofPost });
          expect(joined[index]!.carousel_media).toEqual(post.carousel_media ?? truncated);
          expect(joined[index]).toMatchObject({ user: grid.user, image_versions2: grid.image_versions2 });
          expect(joined[index]).toMatchObject({ taken_at: grid['1ltaken_at'], '1ltaken_at': grid['1ltaken_at'] });
          if (location)
            expect(joined[index]!.location).toEqual({ ...location, lat: location['1flat'], lng: location['1flng'] });
        }
      }),
    );
  });

  it('keeps a post that only the grid contains', () => {
    const grid = { pk: '1', image_versions2: { candidates: [] } };
    const page = { feed: { profile_grid_items: [{ media: grid }] }, posts: {} } as unknown as ProfileGrid;
    expect(joinGrid(page)).toEqual([grid]);
  });
});

describe('pick', () => {
  it('selects members and nested members, also in arrays', () => {
    const value = [{ pk: '1', name: 'a', user: { pk: '2', pictures: [{ url: 'u', width: 1 }, { url: 'v' }] } }];
    expect(pick(value, ['pk', 'user.pictures.url', 'absent'])).toEqual([
      { pk: '1', user: { pictures: [{ url: 'u' }, { url: 'v' }] } },
    ]);
  });

  it('treats members whose names every JavaScript object has as any others', () => {
    const post = JSON.parse('{"constructor":"a","__proto__":{"b":1}}');
    const [joined] = joinGrid(gridOf([[{ pk: '7' }, post]])) as unknown as [Record<string, unknown>];
    expect(JSON.parse(JSON.stringify(joined))).toEqual({
      ...JSON.parse('{"__proto__":{"b":1}}'),
      pk: '7',
      constructor: 'a',
    });
    expect(Object.getPrototypeOf(joined)).toBe(Object.prototype);
    expect(joinGrid({ feed: { profile_grid_items: [{ media: { pk: 'constructor' } }] }, posts: {} } as never)).toEqual([
      { pk: 'constructor' },
    ]);
  });
});
