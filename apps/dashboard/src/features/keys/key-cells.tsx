import { Badge, Box, Button, Group, Progress } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { keyLink, useAccountScope } from '../../account/account-scope';
import { useCheapestMicros } from '../../account/operations';
import { Hint, Moment, Money } from '../../components/values';
import { countOf } from '../../format/counts';
import { formatLongDay } from '../../format/time';
import { describeUsd, percentOf } from '../../format/usd';
import { type Key, type KeyFamily, pausedUntil } from './key-families';

interface KeyNameProps {
  family: KeyFamily;
  onStop?: (key: Key) => void;
}

export function KeyNameCell({ family: { current, retiring }, onStop }: KeyNameProps) {
  const scope = useAccountScope();
  const { name, prefix, mode, state, built_in, refused_last_24_hours: refused } = current;
  return (
    <>
      <Group component="span" className="breakable" gap="var(--space-1) var(--space-2)">
        <Link {...keyLink(scope, current.id)} className="quiet strong">
          {name}
        </Link>
        {mode === 'test' && <Badge color="accent">test</Badge>}
        {state !== 'active' && <Badge color="gray">{state}</Badge>}
        {built_in && <Badge color="gray">built in</Badge>}
        <RateRequestBadge apiKey={current} />
      </Group>
      <Box component="span" display="block" className="aside">
        <code>{prefix}…</code>
      </Box>
      {state === 'active' && refused > 0 && (
        <Box component="span" display="block" c="var(--warn)" fz="var(--text-sm)">
          <Link {...keyLink(scope, current.id)} className="inherit" preload={false}>
            {countOf(refused, 'request')} refused
          </Link>{' '}
          in the last 24 hours
        </Box>
      )}
      {retiring.map((old) => (
        <Group key={old.id} component="span" className="aside" gap="0 var(--space-2)">
          <span>
            Replaced key <code>{old.prefix}…</code> stops <Moment at={old.retires_at ?? old.created_at} />
          </span>
          {onStop && (
            <Button variant="subtle" color="bad" size="compact-xs" px={0} onClick={() => onStop(old)}>
              Stop now
            </Button>
          )}
        </Group>
      ))}
    </>
  );
}

function RateRequestBadge({ apiKey: { rate_request: request, state } }: { apiKey: Key }) {
  if (request === null || state !== 'active') return null;
  const { state: verdict, requests_per_second: wanted, granted_per_second: granted, decided_at } = request;
  if (verdict === 'open') return <Badge color="accent">{wanted}/s requested</Badge>;
  if (Date.parse(decided_at ?? '') < Date.now() - verdictShownMs) return null;
  return verdict === 'granted' ? (
    <Badge color="good">{granted ?? wanted}/s approved</Badge>
  ) : (
    <Badge color="warn">{wanted}/s declined</Badge>
  );
}

/** After this time, only the key's page shows the decision. */
const verdictShownMs = 7 * 86_400_000;

export function LastUse({ family: { versions }, withAddress = false }: { family: KeyFamily; withAddress?: boolean }) {
  const used = versions.toSorted((a, b) => (a.last_used_at ?? '').localeCompare(b.last_used_at ?? '')).at(-1);
  if (used?.last_used_at)
    return (
      <>
        <Moment at={used.last_used_at} />
        {withAddress && used.last_used_from && (
          <span className="soft">
            {' '}
            from <code>{used.last_used_from}</code>
          </span>
        )}
      </>
    );
  const requests = versions.reduce(
    (sum, { requests_last_24_hours: all, refused_last_24_hours: refused }) => sum + all - refused,
    0,
  );
  return requests > 0 ? 'just now' : 'never';
}

export const stoppedAt = (key: Key): string => key.revoked_at ?? key.retires_at ?? key.expires_at ?? key.created_at;

export function SpendCell({ apiKey }: { apiKey: Key }) {
  const cheapest = useCheapestMicros();
  const until = apiKey.state === 'active' ? pausedUntil(apiKey, cheapest) : undefined;
  return (
    <>
      <Money usd={apiKey.spent_this_month_usd} />
      {apiKey.monthly_cap_usd !== null && <span className="soft"> of {describeUsd(apiKey.monthly_cap_usd)}</span>}
      <Meter spentUsd={apiKey.spent_this_month_usd} capUsd={apiKey.monthly_cap_usd} />
      {apiKey.daily_cap_usd !== null && (
        <Box component="span" display="block" className="aside">
          Today <Money usd={apiKey.spent_today_usd} /> of {describeUsd(apiKey.daily_cap_usd)}
          {apiKey.daily_cap_usd === apiKey.developer_daily_cap_usd && ' for all keys of its developer'}
          <Meter spentUsd={apiKey.spent_today_usd} capUsd={apiKey.daily_cap_usd} />
        </Box>
      )}
      {until && (
        <Box component="span" display="block" c="var(--bad)" fz="var(--text-sm)" fw={550}>
          Paused until {formatLongDay(until)}, 00:00 UTC
        </Box>
      )}
    </>
  );
}

function Meter({ spentUsd, capUsd }: { spentUsd: string; capUsd: string | null }) {
  if (capUsd === null) return null;
  const percent = Math.min(100, percentOf(spentUsd, capUsd));
  const color = percent >= 100 ? 'bad' : percent >= 80 ? 'warn' : 'var(--accent)';
  return <Progress value={percent} color={color} size="xs" maw="8rem" mt="var(--space-1)" aria-hidden />;
}

export function LimitsCell({ apiKey }: { apiKey: Key }) {
  const { allowed_ips: addresses, expires_at, rate_limit_per_second } = apiKey;
  return (
    <>
      {rate_limit_per_second}/s
      {addresses.length > 0 && (
        <>
          ,{' '}
          <Hint text={addresses.join(', ')} td="underline dotted" style={{ cursor: 'help' }}>
            from {countOf(addresses.length, 'range')}
          </Hint>
        </>
      )}
      {expires_at !== null && apiKey.state === 'active' && (
        <>
          , expires <Moment at={expires_at} />
        </>
      )}
    </>
  );
}
