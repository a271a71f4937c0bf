import { parseDecimalId } from './decimal-id';
import { parseNumericPostId } from './post-id';

/** What a `/s/<token>` share link points to. All ids are decimal digits, every one of them kept. */
export interface ShareTarget {
  /**
   * `highlight`: a highlight reel; `reelId` is its number.
   * `story`: the current story reel of a user; `reelId` is that user's id, as in every story request of the platform.
   * A link to one item of a highlight is still `highlight`: the item is in `mediaId`.
   */
  type: 'highlight' | 'story';
  reelId: string;
  /** The owner's user id, when the link tells it. */
  authorId?: string;
  /** The pk of the one item the link opens at, when the link names one. */
  mediaId?: string;
}

/**
 * Decodes a share link without asking anybody.
 *
 * @param token the path segment after `/s/`: base64 or base64url of `highlight:<n>`, `story:<n>` or `<n>`, padded or not
 * @param storyMediaId the link's `story_media_id`, `<media pk>` or `<media pk>_<owner id>`, if it has one
 * @returns `undefined` when the token or the `story_media_id` is not of that form
 */
export function decodeShareLink(token: string, storyMediaId?: string): ShareTarget | undefined {
  const reel = decodeReel(token);
  if (reel === undefined || storyMediaId === undefined) return reel;
  const media = parseNumericPostId(storyMediaId);
  if (media === undefined) return undefined;
  return { ...reel, ...(media.ownerId !== undefined && { authorId: media.ownerId }), mediaId: media.pk };
}

function decodeReel(token: string): ShareTarget | undefined {
  const payload = decodeBase64(token);
  const parts = /^(?:([^:]*):)?([0-9]+)$/.exec(payload ?? '');
  const type = reelType(parts?.[1]);
  const reelId = parseDecimalId(parts?.[2] ?? '');
  if (type === undefined || reelId === undefined) return undefined;
  return type === 'story' ? { type, reelId, authorId: reelId } : { type, reelId };
}

function reelType(label: string | undefined): ShareTarget['type'] | undefined {
  if (label === undefined || label === 'story') return 'story';
  // Links in circulation have stray bytes or letters inside the word `highlight`; either end of it is enough.
  return /^high|light$/.test(label) ? 'highlight' : undefined;
}

/** One character per byte, so that damaged UTF-8 survives; `undefined` for anything a base64 encoder cannot have written. */
function decodeBase64(token: string): string | undefined {
  const unpadded = token
    .replace(/={1,2}$/, '')
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  const bytes = Buffer.from(unpadded, 'base64url');
  // A token cut short decodes to fewer digits, another reel's id. Every second cut shows in bits no encoder leaves.
  return bytes.toString('base64url') === unpadded ? bytes.toString('latin1') : undefined;
}
