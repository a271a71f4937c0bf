import type { GridMedia, GridPost, ProfileGrid } from './generated/types.ts';

/**
 * A post of the profile grid, joined from its two halves. Names with a type prefix are also available without it: `taken_at`
 * next to `1ltaken_at`.
 */
export type JoinedPost = GridMedia & Partial<GridPost> & { taken_at: number };

type Members = Record<string, unknown>;
type Files = { candidates?: unknown[]; length?: number } | null;

// Members that usually only `feed` has. If `posts` has a value for any other member, that value is complete.
const filesAndUser = ['image_versions2', 'video_versions', 'user'];

/** Joins the posts of a page in grid order. Entries without media, such as pinned highlights, are left out. */
export function joinGrid({ feed, posts }: ProfileGrid): JoinedPost[] {
  return feed.profile_grid_items.flatMap(({ media }) => (media ? [joinHalves(media, own(posts, media.pk) ?? {})] : []));
}

/** A member that the object itself has: the names come from the upstream. */
function own<T>(members: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function joinHalves(grid: Members, post: Members): JoinedPost {
  const members = new Map(Object.entries(grid));
  for (const [name, value] of Object.entries(post)) {
    const ofGrid = own(grid, name) as Files;
    const isLacking = value == null || (filesAndUser.includes(name) && (ofGrid?.candidates ?? ofGrid)?.length !== 0);
    if (!isLacking || ofGrid == null) members.set(name, value);
  }
  const joined: Members = Object.fromEntries(members);
  if (joined.location) joined.location = withPlainNames(joined.location as Members);
  return withPlainNames(joined) as unknown as JoinedPost;
}

function withPlainNames(members: Members): Members {
  const plain = Object.entries(members).map(([name, value]) => [name.replace(/^1[a-z]/, ''), value]);
  return { ...Object.fromEntries(plain), ...members };
}

/** Selects fields on the client, for responses from which the API cannot select them. */
export function pick(value: unknown, paths: readonly string[] | undefined): unknown {
  if (!paths) return value;
  if (Array.isArray(value)) return value.map((one) => pick(one, paths));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (paths.includes(name)) return [[name, member]];
      const below = paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));
      return below[0] ? [[name, pick(member, below)]] : [];
    }),
  );
}
