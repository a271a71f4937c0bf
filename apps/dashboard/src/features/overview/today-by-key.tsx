import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { overviewQuery } from '../../account/account-queries';
import { overviewLink, requestsLink, useAccountScope } from '../../account/account-scope';
import type { AccountScope } from '../../api/client';
import { microsOf, placesOfParts, roundUsd } from '../../format/usd';

const maxKeys = 3;

export const todayQuery = (scope: AccountScope) => ({ ...overviewQuery(scope, { days: 1 }), refetchInterval: 60_000 });

/** `Today (UTC): $0.0018 · Production $0.0012 · Nightly import $0.0006`, whatever the period of the page. */
export function TodayByKey() {
  const scope = useAccountScope();
  const today = useQuery(todayQuery(scope)).data;
  if (!today) return null;
  const { by_key, totals, from, to } = today;
  const keys = by_key.filter(({ spend_usd }) => microsOf(spend_usd) > 0n);
  if (keys.length === 0) return <p className="soft">Nothing was charged today (UTC).</p>;
  const places = placesOfParts(totals.spend_usd);
  const more = keys.length - maxKeys;
  return (
    <Group component="p" className="soft" gap="0 var(--space-2)">
      <span>Today (UTC): {roundUsd(totals.spend_usd, places)}</span>
      {keys.slice(0, maxKeys).map(({ key_id, key_name, spend_usd }) => (
        <span key={key_id} className="breakable">
          ·{' '}
          <Link {...requestsLink(scope)} search={{ keyId: key_id, from, to }} preload={false}>
            {key_name}
          </Link>{' '}
          {roundUsd(spend_usd, places)}
        </span>
      ))}
      {more > 0 && (
        <span>
          ·{' '}
          <Link {...overviewLink(scope)} search={{ days: 1, by: 'key' }} preload={false}>
            {more} more
          </Link>
        </span>
      )}
    </Group>
  );
}
