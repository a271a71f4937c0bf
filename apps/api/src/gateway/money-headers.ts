import { formatUsd } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { Funds } from '../core/billing/funds';
import type { CallProgress } from './call-progress';

/** Sets the headers for cost and balance. Operations that need no key have no such headers. */
@Injectable()
export class MoneyHeaders {
  constructor(private readonly funds: Funds) {}

  setCharged(call: CallProgress, priceMicros: bigint, balanceMicros: bigint): void {
    set(call, priceMicros, balanceMicros);
  }

  async setUncharged(call: CallProgress): Promise<void> {
    if (call.operation.keyless) return;
    set(call, 0n, call.key && (await this.funds.balanceToShow(call.key.accountId)));
  }

  /** For responses during a database outage. Uses only the cached balance. */
  setUnavailable(call: CallProgress): void {
    if (call.operation.keyless) return;
    set(call, 0n, call.key && this.funds.known(call.key.accountId));
  }
}

function set({ response }: CallProgress, costMicros: bigint, balanceMicros: bigint | undefined): void {
  response.setHeader('cache-control', 'private, no-store');
  response.setHeader('x-cost-usd', formatUsd(costMicros));
  if (balanceMicros !== undefined) response.setHeader('x-balance-usd', formatUsd(balanceMicros));
}
