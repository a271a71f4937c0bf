import { picture, sound, video } from '../pictures/gallery';
import { isLiveLink, type PictureKind } from '../wire/media-links';
import type { World } from '../world/world';

const picturePath = /^\/media\/(avatar|media|cover|tag)\/(\d{1,20})\/(\d{1,4})x(\d{1,4})\.png$/;
const videoOrAudio = /^\/media\/(video|audio)\/(\d{1,20})\/[\w.]+$/;
const maxEdge = 1920;
const defaultDurationMs = 5000;

interface MediaAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer | string;
}

const found = (contentType: string, body: Buffer): MediaAnswer => ({ status: 200, contentType, body });
const expired: MediaAnswer = { status: 403, contentType: 'text/plain', body: 'URL signature expired' };
const missing: MediaAnswer = { status: 404, contentType: 'text/plain', body: 'Not found' };

/** Serves media to anyone with a valid link, without a session, as a CDN does. */
export function mediaFile(world: World, secret: string, nowMs: number, target: string): MediaAnswer {
  if (!isLiveLink(secret, target, nowMs / 1000)) return expired;
  const [path = ''] = target.split('?', 1);
  const [, kind, id = '', ...edges] = picturePath.exec(path) ?? [];
  if (kind) {
    const [width = 0, height = 0] = edges.map(Number);
    const isSize = Math.min(width, height) >= 1 && Math.max(width, height) <= maxEdge;
    return isSize ? found('image/png', picture(kind as PictureKind, id, width, height)) : missing;
  }
  const [, type, number = ''] = videoOrAudio.exec(path) ?? [];
  if (type === 'video') return found('video/mp4', video(durationMs(world, BigInt(number))));
  return type === 'audio' ? found('audio/wav', sound) : missing;
}

function durationMs({ posts, stories }: World, pk: bigint): number {
  return (posts.byPk(pk)?.post ?? stories.byPk(pk))?.durationMs ?? defaultDurationMs;
}
