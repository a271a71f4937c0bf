import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BoundedMap } from '../../platform/bounded-map';
import { clock } from '../../platform/clock';
import { deadlines } from '../../platform/database/bounded-client';
import { Notifications } from '../../platform/database/notifications';
import { Problem } from '../../platform/problem';
import { type Resolvers, withResolvers, withTimeout } from '../../platform/promises';
import { type ChargeOutcome, refusedCharge } from './charge-outcome';
import { balanceChannel, type Funding, LedgerRepository } from './ledger.repository';

const maxKnown = 100_000;
const freshMs = 1_000;
const refreshTimeoutMs = 250;

/** Reads balances in batches. A call never joins a batch that has started, so it sees every acknowledged top-up. */
@Injectable()
export class LiveBalances {
  private waiting: Map<number, Resolvers<Funding>> = new Map();
  private working = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerRepository,
  ) {}

  read(accountId: number): Promise<Funding> {
    let read = this.waiting.get(accountId);
    if (!read) {
      read = withResolvers<Funding>();
      this.waiting.set(accountId, read);
      if (!this.working) void this.work();
    }
    return withTimeout(read.promise, deadlines.callerMs);
  }

  private async work(): Promise<void> {
    this.working = true;
    while (this.waiting.size > 0) {
      const batch = this.waiting;
      this.waiting = new Map();
      await this.readBatch(batch);
    }
    this.working = false;
  }

  private async readBatch(batch: ReadonlyMap<number, Resolvers<Funding>>): Promise<void> {
    try {
      const balances = await this.ledger.balances(this.dataSource, [...batch.keys()]);
      for (const [accountId, read] of batch) {
        const funding = balances.get(accountId);
        if (funding) read.resolve(funding);
        else read.reject(new Error(`there is no account ${accountId}`));
      }
    } catch (error) {
      for (const read of batch.values()) read.reject(error);
    }
  }
}

/** Caches balances, to show them and to avoid useless upstream requests. A refusal is always based on the ledger. */
@Injectable()
export class Funds {
  private readonly balances = new BoundedMap<number, bigint>(maxKnown);
  private readonly seenAtMs = new BoundedMap<number, number>(maxKnown);

  constructor(
    private readonly liveBalances: LiveBalances,
    notifications: Notifications,
  ) {
    notifications.on(balanceChannel, (accountId) => this.balances.delete(Number(accountId)));
    // Notifications sent while disconnected are lost, so start over.
    notifications.onReconnect(() => this.balances.clear());
  }

  known(accountId: number): bigint | undefined {
    return this.balances.get(accountId);
  }

  /**
   * The balance to show on a response that is not charged. A cached balance is used for a second, or longer if the
   * ledger does not respond in time.
   * @returns undefined when nothing is cached and the ledger cannot be read
   */
  async balanceToShow(accountId: number): Promise<bigint | undefined> {
    const known = this.balances.get(accountId);
    const isFresh = clock.nowMs() - (this.seenAtMs.get(accountId) ?? 0) < freshMs;
    if (known !== undefined && isFresh) return known;
    const live = this.live(accountId);
    if (known === undefined) return live.catch(() => undefined);
    return withTimeout(live, refreshTimeoutMs).catch(() => {
      this.seenAtMs.set(accountId, clock.nowMs());
      return known;
    });
  }

  onOutcome(accountId: number, outcome: ChargeOutcome): void {
    if (!outcome.accepted && outcome.reason === 'suspended') this.balances.delete(accountId);
    else this.store(accountId, outcome.balanceMicros);
  }

  /**
   * Requires that the account can pay the price. Reads the ledger unless the cached balance suffices.
   * @throws {Problem} `insufficient_balance` or `account_suspended`, from the ledger; `service_unavailable`
   */
  async require(accountId: number, priceMicros: bigint): Promise<bigint> {
    const known = this.balances.get(accountId);
    return known !== undefined && known >= priceMicros ? known : this.requireLive(accountId, priceMicros);
  }

  /** Reads the balance from the ledger. @throws {Problem} `service_unavailable` */
  async live(accountId: number): Promise<bigint> {
    const { balanceMicros, suspended } = await this.read(accountId);
    if (!suspended) this.store(accountId, balanceMicros);
    return balanceMicros;
  }

  private async requireLive(accountId: number, priceMicros: bigint): Promise<bigint> {
    const { balanceMicros, suspended } = await this.read(accountId);
    if (suspended || balanceMicros < priceMicros) {
      const reason = suspended ? 'suspended' : 'balance';
      throw refusedCharge({ reason, balanceMicros, requiredMicros: priceMicros });
    }
    this.store(accountId, balanceMicros);
    return balanceMicros;
  }

  private store(accountId: number, balanceMicros: bigint): void {
    this.balances.set(accountId, balanceMicros);
    this.seenAtMs.set(accountId, clock.nowMs());
  }

  private async read(accountId: number): Promise<Funding> {
    try {
      return await this.liveBalances.read(accountId);
    } catch {
      throw new Problem('service_unavailable', 'The ledger is unavailable. Send the request again.');
    }
  }
}
