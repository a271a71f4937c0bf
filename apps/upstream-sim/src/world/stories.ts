import { between, happens, mix, salt, skewed } from './chance';
import { firstStorySlot, IdFamily, packFields, packMediaPk, storySlots, unpackFields, unpackMediaPk } from './ids';
import { newestSeconds, population, userPkAt, wellKnownAt } from './population';
import { joinedAt } from './users';

const storiesSalt = salt('stories');
const slotTimeSalt = salt('story time');
export const daySeconds = 86_400;
const slotSeconds = daySeconds / storySlots;
const highlightsSalt = salt('highlights');
const highlightIds = new IdFamily('highlight', 17_900_000_000_000_000n, 20, 46);
const highlightWidths = [16, 10];

/** A story: shown for 24 hours, then archived for highlights. */
export interface Story {
  readonly owner: number;
  readonly pk: bigint;
  readonly isVideo: boolean;
  readonly durationMs: number;
  readonly takenAt: number;
  readonly draw: number;
}

export type Highlight = NonNullable<ReturnType<Stories['highlightAt']>>;

export class Stories {
  constructor(private readonly seed: number) {}

  /** Stories visible at a moment (Unix seconds), oldest first. */
  active(owner: number, nowSeconds: number): readonly Story[] {
    const today = Math.floor(nowSeconds / daySeconds);
    return [today - 1, today]
      .flatMap((day) => this.slotsOf(owner, day).map((slot) => this.archived(owner, day, slot)))
      .filter((story) => story.takenAt > nowSeconds - daySeconds && story.takenAt <= nowSeconds)
      .sort((a, b) => a.takenAt - b.takenAt);
  }

  latest(owner: number, nowSeconds: number): number {
    return this.active(owner, nowSeconds).at(-1)?.takenAt ?? 0;
  }

  /** Finds a story of any age. Every slot of every day since the account was opened has a story. */
  byPk(pk: bigint): Story | undefined {
    const { createdMs, owner, slot } = unpackMediaPk(pk);
    if (owner >= population || slot < firstStorySlot || createdMs < joinedAt(this.seed, owner) * 1000) return undefined;
    const day = Math.floor(createdMs / 1000 / daySeconds);
    const story = this.archived(owner, day, slot - firstStorySlot);
    return story.pk === pk ? story : undefined;
  }

  highlightCount(owner: number): number {
    const known = wellKnownAt(owner)?.highlightCount;
    return known ?? Math.max(0, between(mix(this.seed, highlightsSalt, owner), -8, 10));
  }

  highlightAt(owner: number, ordinal: number) {
    if (ordinal >= this.highlightCount(owner)) return undefined;
    const draw = mix(this.seed, highlightsSalt, owner, ordinal + 1);
    const opened = joinedAt(this.seed, owner);
    const createdAt = between(mix(draw, 1), opened, newestSeconds - daySeconds);
    return { owner, ordinal, createdAt, itemCount: skewed(mix(draw, 2), 2, 60), draw };
  }

  itemsOf(highlight: Highlight): readonly Story[] {
    const firstDay = Math.floor(highlight.createdAt / daySeconds) - highlight.itemCount;
    return Array.from({ length: highlight.itemCount }, (_, i) =>
      this.archived(highlight.owner, firstDay + i, mix(highlight.draw, i) % storySlots),
    );
  }

  private slotsOf(owner: number, day: number): number[] {
    const fixed = wellKnownAt(owner)?.storiesPerDay;
    const draw = mix(this.seed, storiesSalt, owner, day);
    const isSilent = happens(mix(this.seed, storiesSalt, owner), 0.5) || happens(mix(draw, 1), 0.6);
    const count = fixed ?? (isSilent ? 0 : between(mix(draw, 2), 1, 6));
    const first = fixed === undefined ? mix(draw, 3) : 0; // an account with a fixed count fills the same slots every day
    return Array.from({ length: count }, (_, i) => (first + Math.floor((i * storySlots) / count)) % storySlots);
  }

  private archived(owner: number, day: number, slot: number): Story {
    const draw = mix(this.seed, slotTimeSalt, mix(owner, day), slot);
    const opensAt = day * daySeconds + slot * slotSeconds;
    const createdMs = (opensAt + between(mix(slotTimeSalt, owner, day, slot), 0, slotSeconds - 60)) * 1000;
    const pk = packMediaPk({ createdMs, owner, slot: firstStorySlot + slot });
    return {
      owner,
      pk,
      takenAt: createdMs / 1000,
      isVideo: happens(draw, 0.4),
      durationMs: between(mix(draw, 1), 4_000, 15_000),
      draw,
    };
  }
}

export const storyCompositeId = (story: Story): string => `${story.pk}_${userPkAt(story.owner)}`;

/** The number in `highlight:<n>`: 17 digits, odd. */
export const highlightNumber = ({ owner, ordinal }: Pick<Highlight, 'owner' | 'ordinal'>): bigint =>
  highlightIds.write(packFields([owner, ordinal], highlightWidths));

export function highlightPlace(number: bigint): { owner: number; ordinal: number } | undefined {
  const payload = highlightIds.read(number);
  if (payload === undefined) return undefined;
  const [owner = 0, ordinal = 0] = unpackFields(payload, highlightWidths);
  return { owner, ordinal };
}
