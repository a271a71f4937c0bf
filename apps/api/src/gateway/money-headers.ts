import { formatUsd } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { Funds } from '../core/billing/funds';
import type { Call } from './call';

/** What an answer says of money: its cost, and the balance after it. Routes without a key say nothing. */
@Injectable()
export class MoneyHeaders {
  constructor(private readonly funds: Funds) {}

  setCharged(call: Call, balanceMicros: bigint): void {
    set(call, call.priceMicros, balanceMicros);
  }

  async setUncharged(call: Call): Promise<void> {
    if (call.operation.keyless) return;
    set(call, 0n, call.key && (await this.funds.recent(call.key.accountId)));
  }

  /** Of an answer that says that the database is unreachable, which is not asked for the balance then. */
  setUnavailable(call: Call): void {
    if (call.operation.keyless) return;
    set(call, 0n, call.key && this.funds.known(call.key.accountId));
  }
}

function set(call: Call, costMicros: bigint, balanceMicros: bigint | undefined): void {
  call.setHeader('cache-control', 'private, no-store');
  call.setHeader('x-cost-usd', formatUsd(costMicros));
  if (balanceMicros !== undefined) call.setHeader('x-balance-usd', formatUsd(balanceMicros));
}
