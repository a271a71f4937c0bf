import { isObject } from './views';

type Members = Record<string, unknown>;

/** As a rule only the grid's half has the files and the full user; everything else is complete in the other one. */
const ofGrid = ['image_versions2', 'video_versions', 'user'];

/**
 * The posts of a profile grid, whose two halves are joined on the id of the media by the rule of the published client, which depends
 * on nothing and has it apart: `libs/client/test/grid-cases.json` holds for both.
 */
export function joinedGrid(page: { feed?: { profile_grid_items?: unknown[] }; posts?: Members }): unknown[] {
  const items = page.feed?.profile_grid_items ?? [];
  return items.flatMap((item) => {
    // An item without media is a pinned highlight.
    if (!isObject(item) || !isObject(item.media)) return [];
    const { media } = item;
    const post = page.posts?.[`${media.pk}`];
    return [joinedHalves(media, isObject(post) ? post : {})];
  });
}

function joinedHalves(grid: Members, post: Members): Members {
  const ofPost = Object.entries(post).filter(
    ([name, value]) => grid[name] == null || (value != null && (!ofGrid.includes(name) || isEmpty(grid[name]))),
  );
  const joined = plainNames({ ...grid, ...Object.fromEntries(ofPost) });
  return isObject(joined.location) ? { ...joined, location: plainNames(joined.location) } : joined;
}

/** Whether it is a list of files, or pictures, of which there are none. */
function isEmpty(files: unknown): boolean {
  const list = isObject(files) ? files.candidates : files;
  return Array.isArray(list) && list.length === 0;
}

/** `1ltaken_at` is `taken_at` with its type before it; a name that is plain already wins. */
function plainNames(members: Members): Members {
  const entries = Object.entries(members);
  const plain = entries.map(([name, value]) => [name.replace(/^1[a-z]/, ''), value] as const);
  return Object.fromEntries([...plain, ...entries.filter(([name]) => !/^1[a-z]/.test(name))]);
}
