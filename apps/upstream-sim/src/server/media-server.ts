import { picture, SOUND, video } from '../pictures/gallery';
import { isLiveLink, type PictureKind } from '../wire/media-links';
import type { World } from '../world/world';

const PICTURE = /^\/media\/(avatar|media|cover|tag)\/(\d{1,20})\/(\d{1,4})x(\d{1,4})\.png$/;
const VIDEO_OR_AUDIO = /^\/media\/(video|audio)\/(\d{1,20})\/[\w.]+$/;
const MAX_EDGE = 1920;
const DEFAULT_DURATION_MS = 5000;

interface MediaAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer | string;
}

const found = (contentType: string, body: Buffer): MediaAnswer => ({ status: 200, contentType, body });
const EXPIRED: MediaAnswer = { status: 403, contentType: 'text/plain', body: 'URL signature expired' };
const MISSING: MediaAnswer = { status: 404, contentType: 'text/plain', body: 'Not found' };

/** Serves pictures, videos and sounds to anyone with a live link, as a CDN does, without a session. */
export function mediaFile(world: World, secret: string, nowMs: number, target: string): MediaAnswer {
  if (!isLiveLink(secret, target, nowMs / 1000)) return EXPIRED;
  const [path = ''] = target.split('?', 1);
  const [, kind, id = '', ...edges] = PICTURE.exec(path) ?? [];
  if (kind) {
    const [width = 0, height = 0] = edges.map(Number);
    const isSize = Math.min(width, height) >= 1 && Math.max(width, height) <= MAX_EDGE;
    return isSize ? found('image/png', picture(kind as PictureKind, id, width, height)) : MISSING;
  }
  const [, type, number = ''] = VIDEO_OR_AUDIO.exec(path) ?? [];
  if (type === 'video') return found('video/mp4', video(durationMs(world, BigInt(number))));
  return type === 'audio' ? found('audio/wav', SOUND) : MISSING;
}

function durationMs({ posts, stories }: World, pk: bigint): number {
  return (posts.byPk(pk)?.post ?? stories.byPk(pk))?.durationMs ?? DEFAULT_DURATION_MS;
}
