import type { Gallery } from '../pictures/gallery';
import { isLiveLink, type PictureKind } from '../wire/media-links';

const PICTURE = /^\/media\/(avatar|media|cover|tag)\/(\d{1,20})\/(\d{1,4})x(\d{1,4})\.png$/;
const OTHER = /^\/media\/(video|audio)\/(\d{1,20})\/[\w.]+$/;
const LARGEST_EDGE = 1920;

/** A file, or the refusal of one. */
export interface MediaAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer | string;
}

const found = (contentType: string, body: Buffer): MediaAnswer => ({ status: 200, contentType, body });

const EXPIRED: MediaAnswer = { status: 403, contentType: 'text/plain', body: 'URL signature expired' };
const MISSING: MediaAnswer = { status: 404, contentType: 'text/plain', body: 'Not found' };

/** Hands out pictures to whoever holds a live link, as a CDN does: no session is asked for. */
export class MediaServer {
  constructor(
    private readonly gallery: Gallery,
    private readonly secret: string,
    private readonly nowMs: () => number,
  ) {}

  answer(path: string, target: string): MediaAnswer {
    if (!isLiveLink(this.secret, target, this.nowMs() / 1000)) return EXPIRED;
    const [, kind, id = '', width, height] = PICTURE.exec(path) ?? [];
    if (kind) return this.picture(kind as PictureKind, id, Number(width), Number(height));
    const [, family, number = ''] = OTHER.exec(path) ?? [];
    if (family === 'video') return found('video/mp4', this.gallery.video(number));
    if (family === 'audio') return found('audio/wav', this.gallery.sound(number));
    return MISSING;
  }

  private picture(kind: PictureKind, id: string, width: number, height: number): MediaAnswer {
    const edges = [width, height];
    if (edges.some((edge) => edge < 1 || edge > LARGEST_EDGE)) return MISSING;
    return found('image/png', this.gallery.picture(kind, id, width, height));
  }
}
