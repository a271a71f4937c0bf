import { UpstreamFailure } from './failure';

/** The request was not sent, because it keeps failing. */
export class PathRefused extends UpstreamFailure {}

interface Path {
  /** Failures that the family's breaker has counted; {@link FailingPaths.decay} reduces them. */
  counted: number;
  inARow: number;
  failedAtMs: number;
  pauseMs: number;
  refusedUntilMs: number;
}

const maxInARow = 10;
const firstPauseMs = 1_000;
const maxPauseMs = 4_000;
const rememberedMs = 60_000;
const maxPaths = 1_000;
const initial = { inARow: 0, pauseMs: firstPauseMs, refusedUntilMs: 0 };

/**
 * Failed requests of one family, by path. A path that fails ten times in a row is refused. After a pause, one attempt is
 * admitted; another failure lengthens the pause. Only the latest 1,000 failed paths are kept.
 */
export class FailingPaths {
  private readonly paths = new Map<string, Path>();

  constructor(private readonly now: () => number) {}

  get refused(): number {
    const oldestMs = this.now() - rememberedMs;
    const known = [...this.paths.values()];
    return known.filter(({ inARow, failedAtMs }) => inARow >= maxInARow && failedAtMs >= oldestMs).length;
  }

  /** @throws {UpstreamFailure} while the path is refused */
  check(path: string): void {
    const waitMs = (this.paths.get(path)?.refusedUntilMs ?? 0) - this.now();
    if (waitMs <= 0) return;
    throw new PathRefused('retry_later', 'this very request has been failing', Math.ceil(waitMs / 1_000));
  }

  /** Call before sending. If the path keeps failing, refuses it until this request succeeds or a pause has passed. */
  admit(path: string): void {
    const known = this.paths.get(path);
    if (known && known.inARow >= maxInARow) known.refusedUntilMs = this.now() + known.pauseMs;
  }

  succeeded(path: string): void {
    const known = this.paths.get(path);
    if (!known) return;
    if (known.counted === 0) this.paths.delete(path);
    else Object.assign(known, initial);
  }

  failed(path: string): void {
    const known = this.of(path);
    const nowMs = this.now();
    if (known.failedAtMs < nowMs - rememberedMs) Object.assign(known, initial);
    known.failedAtMs = nowMs;
    known.inARow += 1;
    if (known.inARow < maxInARow) return;
    known.refusedUntilMs = nowMs + known.pauseMs;
    known.pauseMs = Math.min(known.pauseMs * 2, maxPauseMs);
  }

  /** Counts a failure for the breaker. @returns false, without counting, if the count would exceed `most` */
  count(path: string, most: number): boolean {
    const known = this.of(path);
    if (known.counted + 1 > most) return false;
    known.counted += 1;
    return true;
  }

  /** Multiplies the counts by `factor` when a window ends or the breaker changes its state. Forgets old failures. */
  decay(factor: number): void {
    const oldestMs = this.now() - rememberedMs;
    for (const [path, known] of this.paths) {
      known.counted *= factor;
      if (known.failedAtMs < oldestMs) this.paths.delete(path);
    }
  }

  forget(): void {
    this.paths.clear();
  }

  private of(path: string): Path {
    const known = this.paths.get(path) ?? { counted: 0, failedAtMs: this.now(), ...initial };
    // Map keys are in insertion order, so the first key failed longest ago.
    this.paths.delete(path);
    this.paths.set(path, known);
    if (this.paths.size > maxPaths) this.paths.delete(this.paths.keys().next().value!);
    return known;
  }
}
