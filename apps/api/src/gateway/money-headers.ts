import { formatUsd } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { Funds } from '../core/billing/funds';
import type { Call } from './call';

/** Sets the headers for cost and balance. Operations that need no key have no such headers. */
@Injectable()
export class MoneyHeaders {
  constructor(private readonly funds: Funds) {}

  setCharged(call: Call, balanceMicros: bigint): void {
    set(call, call.priceMicros, balanceMicros);
  }

  async setUncharged(call: Call): Promise<void> {
    if (call.operation.keyless) return;
    set(call, 0n, call.key && (await this.funds.balanceToShow(call.key.accountId)));
  }

  /** For responses during a database outage. Uses only the cached balance. */
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
