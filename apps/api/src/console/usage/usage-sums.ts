import { formatUsd } from '@loupe/dto';
import type { UsageTotal } from '../../core/usage/usage-totals.repository';
import type { UsageTotals } from './overview.dto';

/** Numbers of requests, and what was spent. */
export type UsageSum = Pick<UsageTotal, 'requests' | 'chargedRequests' | 'errors' | 'chargedMicros'>;

export const nothingUsed: UsageSum = { requests: 0, chargedRequests: 0, errors: 0, chargedMicros: 0n };

export function addUsage(a: UsageSum, b: UsageSum): UsageSum {
  return {
    requests: a.requests + b.requests,
    chargedRequests: a.chargedRequests + b.chargedRequests,
    errors: a.errors + b.errors,
    chargedMicros: a.chargedMicros + b.chargedMicros,
  };
}

/** Dearest first, then most used. */
export function byWeight(a: UsageSum, b: UsageSum): number {
  return a.chargedMicros === b.chargedMicros ? b.requests - a.requests : a.chargedMicros < b.chargedMicros ? 1 : -1;
}

export function usageTotalsView(sum: UsageSum): UsageTotals {
  return {
    requests: sum.requests,
    charged_requests: sum.chargedRequests,
    errors: sum.errors,
    spend_usd: formatUsd(sum.chargedMicros),
  };
}
