import { Injectable } from '@nestjs/common';
import { BoundedMap } from '../../platform/bounded-map';
import { Notifications } from '../../platform/database/notifications';
import { Problem } from '../../platform/http/problem';
import { type ChargeOutcome, refusedCharge } from './charge-outcome';
import { balanceChannel, type Funding } from './ledger.repository';
import { LiveBalances } from './live-balances';

/** Past this many accounts the one known longest is forgotten. */
const maxKnown = 100_000;

/**
 * The balances this process has seen last. They only spare the upstream requests that could not be paid for: the charge
 * decides. A refusal never comes from here, the balance is read again: a top-up counts for the very next request.
 */
@Injectable()
export class Funds {
  private readonly balances = new BoundedMap<number, bigint>(maxKnown);

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

  learn(accountId: number, outcome: ChargeOutcome): void {
    if (!outcome.accepted && outcome.reason === 'suspended') this.balances.delete(accountId);
    else this.balances.set(accountId, outcome.balanceMicros);
  }

  /**
   * The balance that pays for this request, at once when the known one does.
   * @throws {Problem} `insufficient_balance` or `account_suspended`, as the ledger stands now; `service_unavailable`.
   */
  require(accountId: number, priceMicros: bigint): bigint | Promise<bigint> {
    const known = this.balances.get(accountId);
    return known !== undefined && known >= priceMicros ? known : this.requireLive(accountId, priceMicros);
  }

  /** The balance as it stands in the ledger now. @throws {Problem} `service_unavailable`. */
  async live(accountId: number): Promise<bigint> {
    const { balanceMicros, suspended } = await this.read(accountId);
    if (!suspended) this.balances.set(accountId, balanceMicros);
    return balanceMicros;
  }

  private async requireLive(accountId: number, priceMicros: bigint): Promise<bigint> {
    const { balanceMicros, suspended } = await this.read(accountId);
    if (suspended || balanceMicros < priceMicros) {
      const reason = suspended ? 'suspended' : 'balance';
      throw refusedCharge({ reason, balanceMicros, requiredMicros: priceMicros });
    }
    this.balances.set(accountId, balanceMicros);
    return balanceMicros;
  }

  private async read(accountId: number): Promise<Funding> {
    try {
      return await this.liveBalances.read(accountId);
    } catch {
      throw new Problem('service_unavailable', 'The ledger is out of reach.');
    }
  }
}
