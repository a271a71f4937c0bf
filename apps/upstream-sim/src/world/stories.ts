import { between, happens, mix, salt, skewed } from './chance';
import { FIRST_STORY_SLOT, IdFamily, packFields, packMediaPk, STORY_SLOTS, unpackFields, unpackMediaPk } from './ids';
import { NEWEST_SECONDS, POPULATION, userPkAt, wellKnownAt } from './population';
import { joinedAt } from './users';

const STORIES = salt('stories');
const SLOT_TIME = salt('story time');
const DAY_SECONDS = 86_400;
const SLOT_SECONDS = DAY_SECONDS / STORY_SLOTS;
const HIGHLIGHTS = salt('highlights');
const HIGHLIGHT_IDS = new IdFamily('highlight', 17_900_000_000_000_000n, 20, 46);
const HIGHLIGHT_WIDTHS = [16, 10];

/** One story, shown for 24 hours and kept for ever in the archive from which highlights are made. */
export interface Story {
  readonly owner: number;
  readonly pk: bigint;
  readonly isVideo: boolean;
  readonly durationMs: number;
  /** Unix seconds. */
  readonly takenAt: number;
  readonly draw: number;
}

/** A named collection of archived stories. */
export type Highlight = NonNullable<ReturnType<Stories['highlightAt']>>;

export class Stories {
  constructor(private readonly seed: number) {}

  /** The stories visible at a moment (Unix seconds), oldest first. */
  active(owner: number, nowSeconds: number): readonly Story[] {
    const today = Math.floor(nowSeconds / DAY_SECONDS);
    return [today - 1, today]
      .flatMap((day) => this.slotsOf(owner, day).map((slot) => this.archived(owner, day, slot)))
      .filter((story) => story.takenAt > nowSeconds - DAY_SECONDS && story.takenAt <= nowSeconds)
      .sort((a, b) => a.takenAt - b.takenAt);
  }

  latest(owner: number, nowSeconds: number): number {
    return this.active(owner, nowSeconds).at(-1)?.takenAt ?? 0;
  }

  /** The story with this id, whatever its age; every slot of every day since the account was opened has one. */
  byPk(pk: bigint): Story | undefined {
    const { createdMs, owner, slot } = unpackMediaPk(pk);
    if (owner >= POPULATION || slot < FIRST_STORY_SLOT || createdMs < joinedAt(this.seed, owner) * 1000)
      return undefined;
    const day = Math.floor(createdMs / 1000 / DAY_SECONDS);
    const story = this.archived(owner, day, slot - FIRST_STORY_SLOT);
    return story.pk === pk ? story : undefined;
  }

  highlightCount(owner: number): number {
    const known = wellKnownAt(owner)?.highlightCount;
    return known ?? Math.max(0, between(mix(this.seed, HIGHLIGHTS, owner), -8, 10));
  }

  highlightAt(owner: number, ordinal: number) {
    if (ordinal >= this.highlightCount(owner)) return undefined;
    const draw = mix(this.seed, HIGHLIGHTS, owner, ordinal + 1);
    const opened = joinedAt(this.seed, owner);
    const createdAt = between(mix(draw, 1), opened, NEWEST_SECONDS - DAY_SECONDS);
    return { owner, ordinal, createdAt, itemCount: skewed(mix(draw, 2), 2, 60), draw };
  }

  /** A highlight's stories, oldest first: one from each of the days before it was made. */
  itemsOf(highlight: Highlight): readonly Story[] {
    const firstDay = Math.floor(highlight.createdAt / DAY_SECONDS) - highlight.itemCount;
    return Array.from({ length: highlight.itemCount }, (_, i) =>
      this.archived(highlight.owner, firstDay + i, mix(highlight.draw, i) % STORY_SLOTS),
    );
  }

  private slotsOf(owner: number, day: number): number[] {
    const fixed = wellKnownAt(owner)?.storiesPerDay;
    const draw = mix(this.seed, STORIES, owner, day);
    const isSilent = happens(mix(this.seed, STORIES, owner), 0.5) || happens(mix(draw, 1), 0.6);
    const count = fixed ?? (isSilent ? 0 : between(mix(draw, 2), 1, 6));
    const first = fixed === undefined ? mix(draw, 3) : 0; // a documented account fills the same slots every day
    return Array.from({ length: count }, (_, i) => (first + Math.floor((i * STORY_SLOTS) / count)) % STORY_SLOTS);
  }

  private archived(owner: number, day: number, slot: number): Story {
    const draw = mix(this.seed, SLOT_TIME, mix(owner, day), slot);
    const opensAt = day * DAY_SECONDS + slot * SLOT_SECONDS;
    const createdMs = (opensAt + between(mix(SLOT_TIME, owner, day, slot), 0, SLOT_SECONDS - 60)) * 1000;
    const pk = packMediaPk({ createdMs, owner, slot: FIRST_STORY_SLOT + slot });
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
  HIGHLIGHT_IDS.write(packFields([owner, ordinal], HIGHLIGHT_WIDTHS));

export function highlightPlace(number: bigint): { owner: number; ordinal: number } | undefined {
  const payload = HIGHLIGHT_IDS.read(number);
  if (payload === undefined) return undefined;
  const [owner = 0, ordinal = 0] = unpackFields(payload, HIGHLIGHT_WIDTHS);
  return { owner, ordinal };
}
