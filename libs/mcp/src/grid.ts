import { isObject } from './views';

type Members = Record<string, unknown>;

// Members that usually only the grid's item has. The post in `posts` has all other members.
const ofGrid = ['image_versions2', 'video_versions', 'user'];

/** Joins each grid item with its post in `posts`. `libs/client` has a copy of this function: it has no dependencies. */
export function joinedGrid(page: { feed?: { profile_grid_items?: unknown[] }; posts?: Members }): unknown[] {
  const items = page.feed?.profile_grid_items ?? [];
  return items.flatMap((item) => {
    // A pinned highlight has no media.
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

function isEmpty(files: unknown): boolean {
  const list = isObject(files) ? files.candidates : files;
  return Array.isArray(list) && list.length === 0;
}

function plainNames(members: Members): Members {
  const entries = Object.entries(members);
  const plain = entries.map(([name, value]) => [name.replace(/^1[a-z]/, ''), value] as const);
  return Object.fromEntries([...plain, ...entries.filter(([name]) => !/^1[a-z]/.test(name))]);
}
