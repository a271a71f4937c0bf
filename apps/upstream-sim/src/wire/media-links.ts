import { createHmac, timingSafeEqual } from 'node:crypto';
import { mix, salt } from '../world/chance';

// Links expire at a full hour, after six to seven hours, because responses within an hour must be equal.
const lifetimeHours = 7;
// Links are padded to the length of real ones.
const typicalLength = 480;
const fillerSalt = salt('filler');

export type PictureKind = 'avatar' | 'media' | 'cover' | 'tag';

function filler(draw: number, length: number): string {
  let letters = '';
  for (let i = 0; letters.length < length; i += 1) letters += mix(fillerSalt, draw, i).toString(36);
  return letters.slice(0, Math.max(0, length));
}

export class MediaLinks {
  private readonly expiry: string;

  constructor(
    private readonly baseUrl: string,
    private readonly secret: string,
    hour: number,
  ) {
    this.expiry = ((hour + lifetimeHours) * 3600).toString(16);
  }

  picture(kind: PictureKind, id: string | number | bigint, width: number, height: number): string {
    return this.signed(`/media/${kind}/${id}/${width}x${height}.png?stp=dst-png_e35_s${width}x${height}`);
  }

  video(id: bigint, width: number, height: number): string {
    return this.signed(`/media/video/${id}/${width}x${height}.mp4?_nc_vs=${width}`);
  }

  audio(id: string): string {
    return this.signed(`/media/audio/${id}/track.wav?_nc_cat=1`);
  }

  private signed(target: string): string {
    const tail = `&exp=${this.expiry}&sig=`;
    const room = typicalLength - this.baseUrl.length - target.length - tail.length - '&efg='.length - 43;
    const unsigned = `${target}&efg=${filler(salt(target), room)}${tail}`;
    return `${this.baseUrl}${unsigned}${signature(this.secret, unsigned)}`;
  }
}

function signature(secret: string, unsigned: string): string {
  return createHmac('sha256', secret).update(unsigned).digest('base64url');
}

export function isLiveLink(secret: string, pathAndQuery: string, nowSeconds: number): boolean {
  const parts = /^(.*&exp=([0-9a-f]+)&sig=)([\w-]{43})$/s.exec(pathAndQuery);
  if (!parts) return false;
  const expected = Buffer.from(signature(secret, parts[1] ?? ''));
  const genuine = timingSafeEqual(expected, Buffer.from(parts[3] ?? ''));
  return genuine && Number.parseInt(parts[2] ?? '', 16) > nowSeconds;
}
