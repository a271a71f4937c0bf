import type { View } from '../api/client';
import { BarList } from '../components/bar-list';
import { formatCount, formatShare } from '../format/counts';
import { requestsLink, useAccountScope } from './account-scope';

const tones = { answered: undefined, caller_error: 'warn', our_error: 'bad' } as const;
const maxCodes = 8;

interface ErrorCodesProps {
  overview: View<'OverviewView'>;
  keyId?: string;
}

/** How requests ended that did not succeed: what is a result, what was the caller's mistake, and what was ours. */
export function ErrorCodes({ overview: { errors_by_code: codes, totals, from, to }, keyId }: ErrorCodesProps) {
  const requests = requestsLink(useAccountScope());
  const worst = Math.max(...codes.map((code) => code.requests));
  return (
    <BarList
      label="Requests without a result, by code"
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
