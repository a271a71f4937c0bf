import type { Logger } from 'pino';
import { clock } from '../../platform/clock';
import { type LocalRateStore, type RateDecision, RateStore, windowMs } from './rate-store';
import type { RedisWindows } from './redis-windows';

/** How long a server is left alone after it did not answer. */
const retryMs = 1_000;
/** No line has this id. */
const noKeyFamilyId = 0;

/** Of a server that did not answer, up to a window after its return. */
interface Absence {
  probe: NodeJS.Timeout;
  /** After a return, Redis does not know yet what the processes admitted by themselves: until here both must agree. */
  bothUntilMs: number;
}

/**
 * One limit for all processes, kept in Redis. While one of its servers does not answer, each process enforces its own share
 * of the limits kept there: never unlimited, never an error, and back to Redis as soon as it answers.
 */
export class RedisRateStore extends RateStore {
  /** By the server's address. One Redis alone, or those of a cluster that failed: the others go on. */
  private readonly absences = new Map<string, Absence>();

  constructor(
    private readonly windows: RedisWindows,
    private readonly local: LocalRateStore,
    private readonly log: Pick<Logger, 'warn' | 'info'>,
    private readonly nowMs: () => number = () => clock.nowMs(),
  ) {
    super();
  }

  /** Whether Redis decides about every key now. */
  get isShared(): boolean {
    return [...this.absences.values()].every(isOver);
  }

  /** Connects. Resolves also when Redis is out of reach. */
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
    // As a rule there is none, and finding the server of a key costs a checksum.
    if (this.absences.size === 0) return undefined;
    const server = this.windows.serverOf(keyFamilyId);
    const absence = this.absences.get(server);
    if (!absence || this.nowMs() < absence.bothUntilMs) return absence;
    this.absences.delete(server);
    return undefined;
  }

  /** @param own this process's decision, where it has been asked for already. */
  private async takeShared(
    keyFamilyId: number,
    limitPerSecond: number,
    requests: number,
    own?: RateDecision,
  ): Promise<RateDecision> {
    try {
      const decision = await this.windows.take(keyFamilyId, limitPerSecond, requests);
      if (decision.admitted && !own) this.local.note(keyFamilyId, requests);
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
    this.log.warn({ err: error, server }, 'Redis does not answer: this process enforces its share of rates by itself');
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
