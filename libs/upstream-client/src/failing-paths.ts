import { UpstreamFailure } from './failure';

/** What is known of a request that has failed. */
interface Path {
  /** Its failures among the requests that its family's breaker counts; half of them stay when a window ends. */
  counted: number;
  /** Failures since it last succeeded. */
  inARow: number;
  failedAtMs: number;
  pauseMs: number;
  /** Until when it is not asked for. */
  refusedUntilMs: number;
}

const maxInARow = 10;
const firstPauseMs = 1_000;
const maxPauseMs = 4_000;
const rememberedMs = 60_000;
const maxPaths = 1_000;
const atFirst = { inARow: 0, pauseMs: firstPauseMs, refusedUntilMs: 0 };

/**
 * Requests of one family that have failed, each by what it asks for. One that fails ten times in a row is refused alone: after a
 * pause it is tried once, and paused longer when it fails again. The oldest are forgotten when there are too many.
 */
export class FailingPaths {
  private readonly paths = new Map<string, Path>();

  constructor(private readonly now: () => number) {}

  /** How many are refused alone. */
  get refused(): number {
    const oldestMs = this.now() - rememberedMs;
    const known = [...this.paths.values()];
    return known.filter(({ inARow, failedAtMs }) => inARow >= maxInARow && failedAtMs >= oldestMs).length;
  }

  /** @throws {UpstreamFailure} while it is refused. */
  check(path: string): void {
    const waitMs = (this.paths.get(path)?.refusedUntilMs ?? 0) - this.now();
    if (waitMs <= 0) return;
    throw new UpstreamFailure('retry_later', 'this very request has been failing', Math.ceil(waitMs / 1_000));
  }

  /** It is about to be sent: others like it wait until it is known how this one ends. */
  admit(path: string): void {
    const known = this.paths.get(path);
    if (known && known.inARow >= maxInARow) known.refusedUntilMs = this.now() + known.pauseMs;
  }

  succeeded(path: string): void {
    const known = this.paths.get(path);
    if (!known) return;
    if (known.counted === 0) this.paths.delete(path);
    else Object.assign(known, atFirst);
  }

  failed(path: string): void {
    const known = this.of(path);
    const nowMs = this.now();
    if (known.failedAtMs < nowMs - rememberedMs) Object.assign(known, atFirst);
    known.failedAtMs = nowMs;
    known.inARow += 1;
    if (known.inARow < maxInARow) return;
    known.refusedUntilMs = nowMs + known.pauseMs;
    known.pauseMs = Math.min(known.pauseMs * 2, maxPauseMs);
  }

  /** Counts a failure among those of the family. @returns whether the path has not had as many as `most` yet. */
  count(path: string, most: number): boolean {
    const known = this.of(path);
    if (known.counted + 1 > most) return false;
    known.counted += 1;
    return true;
  }

  /** A window ends: of what was counted, this part stays. */
  keep(part: number): void {
    const oldestMs = this.now() - rememberedMs;
    for (const [path, known] of this.paths) {
      known.counted *= part;
      if (known.failedAtMs < oldestMs) this.paths.delete(path);
    }
  }

  forget(): void {
    this.paths.clear();
  }

  private of(path: string): Path {
    const known = this.paths.get(path) ?? { counted: 0, failedAtMs: this.now(), ...atFirst };
    // A map keeps the order in which keys came: the first one has not failed for longest.
    this.paths.delete(path);
    this.paths.set(path, known);
    if (this.paths.size > maxPaths) this.paths.delete(this.paths.keys().next().value!);
    return known;
  }
}
