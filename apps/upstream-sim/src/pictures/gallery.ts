import type { PictureKind } from '../wire/media-links';
import { BoundedCache } from '../world/bounded-cache';
import { mix, pick, salt } from '../world/chance';
import type { World } from '../world/world';
import { avatar, initialsOf, silhouette } from './avatar';
import { MOODS } from './colours';
import { drift } from './drift';
import { landscape } from './landscape';
import { encodePng, type Raster } from './png';
import { stillVideo } from './still-video';
import { tiles } from './tiles';
import { tone } from './tone';

const CACHED_BYTES = 48 * 1024 * 1024;
const DEFAULT_DURATION_MS = 5000;
const SCENES = [landscape, landscape, landscape, drift, tiles];

/** Draws pictures, videos and sounds when they are first asked for. */
export class Gallery {
  private readonly drawn = new BoundedCache<string, Buffer>(CACHED_BYTES, ({ length }) => length);

  constructor(private readonly world: World) {}

  /** A PNG of exactly this size; equal ids show the same thing in every size. */
  picture(kind: PictureKind, id: string, width: number, height: number): Buffer {
    return this.drawn.remember(`${kind}/${id}/${width}x${height}`, () =>
      encodePng(this.raster(kind, id, width, height)),
    );
  }

  /** An MP4 that shows a post's or story's first frame for as long as it says it lasts. */
  video(id: string): Buffer {
    const media = this.world.posts.byPk(BigInt(id))?.post ?? this.world.stories.byPk(BigInt(id));
    const durationMs = media?.durationMs ?? DEFAULT_DURATION_MS;
    return this.drawn.remember(`video/${id}`, () => stillVideo(this.raster('media', id, 144, 256), durationMs));
  }

  /** A WAV, the same for the same id. */
  sound(id: string): Buffer {
    return this.drawn.remember(`sound/${id}`, () => tone(salt(id)));
  }

  private raster(kind: PictureKind, id: string, width: number, height: number): Raster {
    const draw = mix(salt(kind), salt(id));
    const mood = pick(mix(draw, 1), MOODS);
    if (kind === 'cover') return tiles(draw, mood, width, height);
    if (kind === 'tag') return drift(draw, mood, width, height);
    if (kind === 'media') return pick(mix(draw, 2), SCENES)(draw, mood, width, height);
    const user = this.world.userByPk(Number(id));
    return user ? avatar(initialsOf(user.username), mood, width, height) : silhouette(width, height);
  }
}
