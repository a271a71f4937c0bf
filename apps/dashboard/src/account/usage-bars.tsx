import type { View } from '../api/client';
import { BarList } from '../components/bar-list';
import { countOf, formatCount, formatShare } from '../format/counts';
import { percentOf, placesOfSum, roundUsd } from '../format/usd';
import { requestsLink, useAccountScope } from './account-scope';
import { OperationName } from './operations';

interface SpendBarsProps {
  label: string;
  parts: readonly { operation?: string; key?: string; keyId?: string; count: number; spend_usd: string }[];
  noun: 'request' | 'charge';
  period: { from: string; to: string };
  totalUsd: string;
  places?: number;
}

export function SpendBars({ label, parts, noun, period: { from, to }, totalUsd, places = 0 }: SpendBarsProps) {
  const requests = requestsLink(useAccountScope());
  return (
    <BarList
      label={label}
      bars={parts.map(({ operation, key, keyId, count, spend_usd }) => ({
        id: operation ?? keyId ?? '',
        name: operation ? <OperationName id={operation} /> : key,
        link: { ...requests, search: { ...(operation && { operation }), ...(keyId && { keyId }), from, to } },
        note: countOf(count, noun),
        value: roundUsd(spend_usd, Math.max(places, placesOfSum(totalUsd))),
        percent: percentOf(spend_usd, totalUsd),
      }))}
    />
  );
}

const tones = { answered: undefined, caller_error: 'warn', our_error: 'bad' } as const;
const maxCodes = 8;

export function ErrorCodes({ overview, keyId }: { overview: View<'OverviewView'>; keyId?: string }) {
  const { errors_by_code: codes, totals, from, to } = overview;
  const requests = requestsLink(useAccountScope());
  const worst = Math.max(...codes.map((code) => code.requests));
  return (
    <BarList
      label="Requests by error code"
      bars={codes.slice(0, maxCodes).map(({ code, outcome, requests: count }) => ({
        id: code,
        name: <code>{code}</code>,
        link: { ...requests, search: { outcome: code, ...(keyId && { keyId }), from, to } },
        note: outcome === 'answered' ? 'a result' : formatShare(count, totals.requests),
        value: formatCount(count),
        percent: (count / worst) * 100,
        tone: tones[outcome],
      }))}
    />
  );
}
