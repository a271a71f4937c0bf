import { parseDecimalId } from './decimal-id';
import { parseNumericPostId } from './post-id';

/** The target of a `/s/<token>` share link. Ids are decimal digits. */
export interface ShareTarget {
  /** `highlight`: `reelId` is the highlight's number. `story`: `reelId` is the user's id. */
  type: 'highlight' | 'story';
  reelId: string;
  authorId?: string;
  /** The pk of the item that the link opens, if it names one. */
  mediaId?: string;
}

/**
 * Decodes a share link locally.
 * @param token path segment after `/s/`: base64 or base64url of `highlight:<n>`, `story:<n>` or `<n>`
 * @param storyMediaId the parameter `story_media_id`: `<media pk>` or `<media pk>_<owner id>`
 * @returns `undefined` if either is malformed
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
  // Some published links have stray bytes inside the word `highlight`, so the start or the end of the word suffices.
  return /^high|light$/.test(label) ? 'highlight' : undefined;
}

/** Decodes to latin1, which preserves damaged UTF-8. @returns `undefined` for text that no base64 encoder writes */
function decodeBase64(token: string): string | undefined {
  const unpadded = token
    .replace(/={1,2}$/, '')
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  const bytes = Buffer.from(unpadded, 'base64url');
  // A truncated token would decode to another id. Leftover bits reveal about half of all truncations.
  return bytes.toString('base64url') === unpadded ? bytes.toString('latin1') : undefined;
}
