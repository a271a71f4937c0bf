import { Injectable } from '@nestjs/common';
import { BoundedMap } from '../../platform/bounded-map';
import { clock } from '../../platform/clock';
import { Notifications } from '../../platform/database/notifications';
import { Problem } from '../../platform/http/problem';
import { withTimeout } from '../../platform/promises';
import { type ChargeOutcome, refusedCharge } from './charge-outcome';
import { balanceChannel, type Funding } from './ledger.repository';
import { LiveBalances } from './live-balances';

/** Past this many accounts the one known longest is forgotten. */
const maxKnown = 100_000;
const recentMs = 1_000;
const patienceMs = 250;

/**
 * The balances this process has seen last. They only spare the upstream requests that could not be paid for: the charge
 * decides. A refusal never comes from here, the balance is read again: a top-up counts for the very next request.
 */
@Injectable()
export class Funds {
  private readonly balances = new BoundedMap<number, bigint>(maxKnown);
  private readonly seenAtMs = new BoundedMap<number, number>(maxKnown);

  constructor(
    private readonly liveBalances: LiveBalances,
    notifications: Notifications,
  ) {
    notifications.on(balanceChannel, (accountId) => this.balances.delete(Number(accountId)));
    // What was said while the listener was away is lost: start over.
    notifications.onReconnect(() => this.balances.clear());
  }

  /** Newest balance seen by this process; undefined when none was. */
  known(accountId: number): bigint | undefined {
    return this.balances.get(accountId);
  }

  /**
   * The balance for an answer that is not charged, which is read anew when this process has not seen it for a second: others may have
   * charged since. Where the ledger does not answer soon, what is known must do; undefined when nothing is.
   */
  async recent(accountId: number): Promise<bigint | undefined> {
    const known = this.balances.get(accountId);
    const isRecent = clock.nowMs() - (this.seenAtMs.get(accountId) ?? 0) < recentMs;
    if (known !== undefined && isRecent) return known;
    const live = this.live(accountId);
    if (known === undefined) return live.catch(() => undefined);
    return withTimeout(live, patienceMs).catch(() => {
      this.seenAtMs.set(accountId, clock.nowMs());
      return known;
    });
  }

  learn(accountId: number, outcome: ChargeOutcome): void {
    if (!outcome.accepted && outcome.reason === 'suspended') this.balances.delete(accountId);
    else this.see(accountId, outcome.balanceMicros);
  }

  /**
   * The balance that pays for this request: the known one where it does, else that of the ledger.
   * @throws {Problem} `insufficient_balance` or `account_suspended`, as the ledger stands now; `service_unavailable`.
   */
  async require(accountId: number, priceMicros: bigint): Promise<bigint> {
    const known = this.balances.get(accountId);
    return known !== undefined && known >= priceMicros ? known : this.requireLive(accountId, priceMicros);
  }

  /** The balance as it stands in the ledger now. @throws {Problem} `service_unavailable`. */
  async live(accountId: number): Promise<bigint> {
    const { balanceMicros, suspended } = await this.read(accountId);
    if (!suspended) this.see(accountId, balanceMicros);
    return balanceMicros;
  }

  private async requireLive(accountId: number, priceMicros: bigint): Promise<bigint> {
    const { balanceMicros, suspended } = await this.read(accountId);
    if (suspended || balanceMicros < priceMicros) {
      const reason = suspended ? 'suspended' : 'balance';
      throw refusedCharge({ reason, balanceMicros, requiredMicros: priceMicros });
    }
    this.see(accountId, balanceMicros);
    return balanceMicros;
  }

  private see(accountId: number, balanceMicros: bigint): void {
    this.balances.set(accountId, balanceMicros);
    this.seenAtMs.set(accountId, clock.nowMs());
  }

  private async read(accountId: number): Promise<Funding> {
    try {
      return await this.liveBalances.read(accountId);
    } catch {
      throw new Problem('service_unavailable', 'The ledger is out of reach.');
    }
  }
}
