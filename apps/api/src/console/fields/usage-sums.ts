import { formatUsd } from '@loupe/dto';
import type { UsageTotal } from '../../core/usage/usage-totals.repository';
import { IdField } from './fields';
import { ResponseInteger, ResponseText, ResponseUsd } from './response-fields';

/** A breakdown by key names at most this many keys. */
export const maxKeysShown = 50;

export class UsageTotalsView {
  @ResponseInteger() requests: number;
  @ResponseInteger({ description: 'Requests that were charged' }) charged_requests: number;
  @ResponseInteger({ description: 'Requests that were refused or failed. A charged “not found” does not count' })
  errors: number;
  @ResponseUsd() spend_usd: string;
}

export class OperationTotalsView extends UsageTotalsView {
  @ResponseText({ example: 'users.followers' }) operation: string;
}

export class KeyTotalsView extends UsageTotalsView {
  @IdField() key_id: string;
  @ResponseText() key_name: string;
}

export type UsageSum = Pick<UsageTotal, 'requests' | 'chargedRequests' | 'errors' | 'chargedMicros'>;

export function usageTotalsView(sum: UsageSum): UsageTotalsView {
  return {
    requests: sum.requests,
    charged_requests: sum.chargedRequests,
    errors: sum.errors,
    spend_usd: formatUsd(sum.chargedMicros),
  };
}

export function bySpend(a: UsageSum, b: UsageSum): number {
  return a.chargedMicros === b.chargedMicros ? b.requests - a.requests : a.chargedMicros < b.chargedMicros ? 1 : -1;
}

export function keyTotalsView(sum: UsageTotal, names: ReadonlyMap<number, string>): KeyTotalsView {
  return { key_id: `${sum.keyId}`, key_name: names.get(sum.keyId!) ?? '', ...usageTotalsView(sum) };
}
