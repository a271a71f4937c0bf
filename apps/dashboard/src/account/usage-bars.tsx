import { problemRegistry } from '@loupe/dto';
import type { View } from '../api/client';
import { BarList } from '../components/bar-list';
import { countOf, formatCount, formatShare } from '../format/counts';
import { percentOf, placesOfSum, roundUsd } from '../format/usd';
import { requestsLink, useAccountScope } from './account-scope';
import { OperationName } from './operations';

interface SpendBarsProps {
  label: string;
  overview: View<'OverviewView'>;
  keyId: string;
}

const maxOperations = 10;

export function SpendBars({ label, overview: { by_operation, totals, from, to }, keyId }: SpendBarsProps) {
  const requests = requestsLink(useAccountScope());
  return (
    <BarList
      label={label}
      bars={by_operation.slice(0, maxOperations).map(({ operation, requests: count, spend_usd }) => ({
        id: operation,
        name: <OperationName id={operation} />,
        link: { ...requests, search: { operation, keyId, from, to } },
        note: countOf(count, 'request'),
        value: roundUsd(spend_usd, placesOfSum(totals.spend_usd)),
        percent: percentOf(spend_usd, totals.spend_usd),
      }))}
    />
  );
}

const tones = { answered: undefined, caller_error: 'warn', our_error: 'bad' } as const;
const maxCodes = 8;

const titleOf = (code: string): string =>
  (problemRegistry as Record<string, { readonly title: string } | undefined>)[code]?.title ?? code;

export function ErrorCodes({ overview, keyId }: { overview: View<'OverviewView'>; keyId?: string }) {
  const { errors_by_code: codes, totals, from, to } = overview;
  const requests = requestsLink(useAccountScope());
  const worst = Math.max(...codes.map((code) => code.requests));
  return (
    <BarList
      label="Requests by error code"
      bars={codes.slice(0, maxCodes).map(({ code, outcome, requests: count }) => ({
        id: code,
        name: (
          <>
            {titleOf(code)} <code className="soft">{code}</code>
          </>
        ),
        link: { ...requests, search: { outcome: code, ...(keyId && { keyId }), from, to } },
        note: outcome === 'answered' ? 'answered, charged' : formatShare(count, totals.requests),
        value: formatCount(count),
        percent: (count / worst) * 100,
        tone: tones[outcome],
      }))}
    />
  );
}
