import { trackCount, tracks } from './assignments';
import { between, mix, pick, salt } from './chance';
import { IdFamily, packFields, unpackFields } from './ids';
import type { Post } from './post';
import type { Posts } from './posts';
import vocabulary from './vocabulary/music.json';

// A track has three ids, and the platform accepts any of them.
const clusters = new IdFamily('audio cluster', 797_000_000_000_000n, 20, 30);
const assets = new IdFamily('audio asset', 1_283_000_000_000_000n, 20, 30);
const canonicals = new IdFamily('canonical', 18_418_000_000_000_000n, 20, 30);
const originals = new IdFamily('original sound', 9_100_000_000_000_000n, 20, 46);
const originalWidths = [16, 10];

const musicSalt = salt('music');

export type Track = ReturnType<Music['track']>;

export interface OriginalSound {
  readonly kind: 'original';
  readonly assetId: bigint;
  readonly post: Post;
}

export const originalSoundId = ({ owner, ordinal }: Post): bigint =>
  originals.write(packFields([owner, ordinal], originalWidths));

export class Music {
  constructor(
    private readonly seed: number,
    private readonly posts: Posts,
  ) {}

  track(index: number) {
    const draw = mix(this.seed, musicSalt, index);
    return {
      kind: 'track' as const,
      index,
      clusterId: clusters.write(BigInt(index)),
      assetId: assets.write(BigInt(index)),
      canonicalId: canonicals.write(BigInt(index)),
      title: `${pick(mix(draw, 1), vocabulary.titleBeginnings)} ${pick(mix(draw, 2), vocabulary.titleEndings)}`,
      artist: pick(mix(draw, 3), vocabulary.artists),
      durationMs: between(mix(draw, 4), 90_000, 360_000),
      isExplicit: mix(draw, 5) % 12 === 0,
      clipsCount: between(mix(draw, 6), 900, 90_000), // more reels than can be listed
    };
  }

  byId(id: bigint): Track | OriginalSound | undefined {
    const index = clusters.read(id) ?? assets.read(id) ?? canonicals.read(id);
    if (index !== undefined) return index < trackCount ? this.track(Number(index)) : undefined;
    const payload = originals.read(id);
    if (payload === undefined) return undefined;
    const [owner = 0, ordinal = 0] = unpackFields(payload, originalWidths);
    const post = this.posts.at({ owner, ordinal });
    const isSound = post?.state === 'visible' && post.format === 'reel' && post.track === undefined;
    return isSound ? { kind: 'original', assetId: id, post } : undefined;
  }

  reelsWith(audio: Track | OriginalSound, limit: number): Post[] {
    if (audio.kind === 'original') return [audio.post];
    return this.posts.collect(tracks, audio.index, limit, (post) => post.track === audio.index);
  }

  search(text: string): Track[] {
    const wanted = text.toLowerCase();
    const all = Array.from({ length: trackCount }, (_, index) => this.track(index));
    return all.filter(({ title, artist }) => `${title} ${artist}`.toLowerCase().includes(wanted));
  }
}
