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
export class MediaServer {
  constructor(
    private readonly world: World,
    private readonly secret: string,
    private readonly nowMs: () => number,
  ) {}

  answer(path: string, target: string): MediaAnswer {
    if (!isLiveLink(this.secret, target, this.nowMs() / 1000)) return EXPIRED;
    const [, kind, id = '', width, height] = PICTURE.exec(path) ?? [];
    if (kind) return pictureAnswer(kind as PictureKind, id, Number(width), Number(height));
    const [, type, number = ''] = VIDEO_OR_AUDIO.exec(path) ?? [];
    if (type === 'video') return found('video/mp4', video(this.durationMs(BigInt(number))));
    return type === 'audio' ? found('audio/wav', SOUND) : MISSING;
  }

  private durationMs(pk: bigint): number {
    const media = this.world.posts.byPk(pk)?.post ?? this.world.stories.byPk(pk);
    return media?.durationMs ?? DEFAULT_DURATION_MS;
  }
}

function pictureAnswer(kind: PictureKind, id: string, width: number, height: number): MediaAnswer {
  const isSize = [width, height].every((edge) => edge >= 1 && edge <= MAX_EDGE);
  return isSize ? found('image/png', picture(kind, id, width, height)) : MISSING;
}
