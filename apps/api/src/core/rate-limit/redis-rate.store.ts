import type { Logger } from 'pino';
import { clock } from '../../platform/clock';
import { type LocalRateStore, type RateDecision, RateStore, windowMs } from './rate-store';
import type { RedisWindows } from './redis-windows';

/** Pause before a server is probed again after a failure. */
const retryMs = 1_000;
/** No key family has this id. */
const noKeyFamilyId = 0;

/** A server that does not respond, or has just returned without the counts of recent requests. */
interface Absence {
  probe: NodeJS.Timeout;
  /** Infinite while the server is away. Once it is back, it and the process must both admit a request until then. */
  bothUntilMs: number;
}

/** One limit for all processes. While a Redis server does not respond, each process enforces its share. */
export class RedisRateStore extends RateStore {
  /** By server address, because the servers of a cluster fail one by one. */
  private readonly absences = new Map<string, Absence>();

  constructor(
    private readonly windows: RedisWindows,
    private readonly local: LocalRateStore,
    private readonly log: Pick<Logger, 'warn' | 'info' | 'debug'>,
    private readonly nowMs: () => number = () => clock.nowMs(),
  ) {
    super();
  }

  get isShared(): boolean {
    return [...this.absences.values()].every(isOver);
  }

  async start(): Promise<void> {
    await this.windows.connect();
    await this.windows.probe(noKeyFamilyId).catch((error) => this.leave(noKeyFamilyId, error));
  }

  stop(): void {
    for (const { probe } of this.absences.values()) clearTimeout(probe);
    this.absences.clear();
    this.windows.close();
  }

  override async take(keyFamilyId: number, limitPerSecond: number, requests = 1): Promise<RateDecision> {
    const absence = this.absenceFor(keyFamilyId);
    if (!absence) return this.takeShared(keyFamilyId, limitPerSecond, requests);
    const own = await this.local.take(keyFamilyId, limitPerSecond, requests);
    return isOver(absence) && own.admitted ? this.takeShared(keyFamilyId, limitPerSecond, requests, own) : own;
  }

  private absenceFor(keyFamilyId: number): Absence | undefined {
    // The map is usually empty. Then the checksum that finds the server of a key is not needed.
    if (this.absences.size === 0) return undefined;
    const server = this.windows.serverOf(keyFamilyId);
    const absence = this.absences.get(server);
    if (!absence || this.nowMs() < absence.bothUntilMs) return absence;
    this.absences.delete(server);
    return undefined;
  }

  private async takeShared(
    keyFamilyId: number,
    limitPerSecond: number,
    requests: number,
    own?: RateDecision,
  ): Promise<RateDecision> {
    try {
      const decision = await this.windows.take(keyFamilyId, limitPerSecond, requests);
      if (decision.admitted && !own) this.local.record(keyFamilyId, requests);
      return decision;
    } catch (error) {
      this.leave(keyFamilyId, error);
      return own ?? this.local.take(keyFamilyId, limitPerSecond, requests);
    }
  }

  private leave(keyFamilyId: number, error: unknown): void {
    const server = this.windows.serverOf(keyFamilyId);
    const known = this.absences.get(server);
    if (known && !isOver(known)) return;
    this.log.debug({ err: error, server }, 'Redis failed');
    this.log.warn(
      { reason: String(error), server },
      'Redis does not answer: this process enforces its share of rates by itself',
    );
    const probe = setTimeout(() => void this.tryAgain(server, keyFamilyId), retryMs).unref();
    this.absences.set(server, { probe, bothUntilMs: Number.POSITIVE_INFINITY });
  }

  private async tryAgain(server: string, keyFamilyId: number): Promise<void> {
    const isBack = await this.windows.probe(keyFamilyId).then(
      () => true,
      () => false,
    );
    const absence = this.absences.get(server);
    if (!absence) return;
    if (!isBack) {
      absence.probe.refresh();
      return;
    }
    absence.bothUntilMs = this.nowMs() + windowMs;
    this.log.info({ server }, 'Redis answers again: rates are shared');
  }
}

function isOver(absence: Absence): boolean {
  return absence.bothUntilMs !== Number.POSITIVE_INFINITY;
}
