import { Box, Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { requestsLink, useAccountScope } from '../../account/account-scope';
import { usePermissions } from '../../account/permissions';
import type { View } from '../../api/views';
import { Icon, type IconName } from '../../components/icon';
import { Badge, Moment, Money } from '../../components/values';
import { countOf, formatCount } from '../../format/counts';
import { describeUsd, percentOf } from '../../format/usd';
import type { KeyAction } from './key-dialogs';
import classes from './keys.module.css';

type Key = View<'KeyView'>;

interface KeyRowProps {
  apiKey: Key;
  onAct: (action: KeyAction) => void;
}

export function KeyRow({ apiKey, onAct }: KeyRowProps) {
  const active = apiKey.state === 'active';
  const { develop } = usePermissions();
  const scope = useAccountScope();
  return (
    <li className={classes.keyRow} data-state={apiKey.state}>
      <Box miw={0}>
        <Group component="h3" className="breakable" gap="xs" fz="md">
          {apiKey.name}
          {apiKey.mode === 'test' && <Badge tone="accent">test</Badge>}
          {!active && <Badge tone="plain">{apiKey.state}</Badge>}
          {apiKey.built_in && <Badge tone="plain">built in</Badge>}
        </Group>
        <code className="aside">{apiKey.prefix}…</code>
        <RateRequestState apiKey={apiKey} />
      </Box>
      <dl className={classes.keyFacts}>
        <div>
          <dt>{active ? 'Last used' : 'Stopped'}</dt>
          <dd>{active ? <LastUse apiKey={apiKey} /> : <Moment at={stoppedAt(apiKey)} />}</dd>
        </div>
        <div>
          <dt>Last 24 hours</dt>
          <dd>
            <Link {...requestsLink(scope)} search={{ keyId: apiKey.id }} preload={false}>
              {formatCount(apiKey.requests_last_24_hours)}
            </Link>
          </dd>
        </div>
        <SpendMeter name="Today" spentUsd={apiKey.spent_today_usd} capUsd={apiKey.daily_cap_usd} />
        <SpendMeter name="This month" spentUsd={apiKey.spent_this_month_usd} capUsd={apiKey.monthly_cap_usd} />
      </dl>
      <Group style={{ gridColumn: '1 / -1' }} justify="space-between" gap="var(--space-2) var(--space-4)">
        <KeyLimits apiKey={apiKey} />
        {active && (develop || scope.kind === 'customer') && <KeyActions apiKey={apiKey} onAct={onAct} />}
      </Group>
    </li>
  );
}

const stoppedAt = (key: Key): string => key.revoked_at ?? key.retires_at ?? key.expires_at ?? key.created_at;

/** Last use is recorded by the minute: a request of this minute is counted before it is dated. */
function LastUse({ apiKey: { last_used_at: at, requests_last_24_hours: requests } }: { apiKey: Key }) {
  if (at !== null) return <Moment at={at} />;
  return requests > 0 ? 'just now' : 'never';
}

function KeyLimits({ apiKey }: { apiKey: Key }) {
  const { allowed_ips: addresses, retires_at, expires_at } = apiKey;
  const from = addresses.length === 1 ? addresses[0] : countOf(addresses.length, 'range');
  return (
    <Group component="p" className="aside" gap="0 var(--space-4)">
      <span>{apiKey.rate_limit_per_second} requests per second</span>
      <span title={addresses.join(', ')}>{addresses.length === 0 ? 'from any address' : `from ${from}`}</span>
      {retires_at !== null && (
        <span>
          replaced, {apiKey.state === 'active' ? 'stops' : 'stopped'} <Moment at={retires_at} />
        </span>
      )}
      {expires_at !== null && (
        <span>
          {apiKey.state === 'expired' ? 'expired' : 'expires'} <Moment at={expires_at} />
        </span>
      )}
      <span>
        created <Moment at={apiKey.created_at} as="date" />
      </span>
    </Group>
  );
}

function RateRequestState({ apiKey }: { apiKey: Key }) {
  const request = apiKey.rate_request;
  if (request === null || apiKey.state !== 'active') return null;
  const { state, requests_per_second: requested, granted_per_second: granted, note } = request;
  return (
    <Box component="p" mt="var(--space-1)" fz="var(--text-sm)">
      {state === 'open' && <Badge tone="accent">{requested}/s requested</Badge>}
      {state === 'granted' && <Badge tone="good">{granted ?? requested}/s approved</Badge>}
      {state === 'declined' && <Badge tone="warn">{requested}/s declined</Badge>}
      {state !== 'open' && note && <span className="soft"> “{note}”</span>}
    </Box>
  );
}

/** The amount spent and, where there is a cap, how close it is. A term and its value, inside a dl. */
function SpendMeter({ name, spentUsd, capUsd }: { name: string; spentUsd: string; capUsd: string | null }) {
  const percent = capUsd === null ? 0 : Math.min(100, percentOf(spentUsd, capUsd));
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Money usd={spentUsd} />
        {capUsd !== null && (
          <>
            <span className="soft"> of {describeUsd(capUsd)}</span>
            <span className={classes.meterTrack} aria-hidden="true">
              <span
                className={classes.meterBar}
                data-near={percent >= 80 || undefined}
                style={{ width: `${percent}%` }}
              />
            </span>
          </>
        )}
      </dd>
    </div>
  );
}

const ownerActions: readonly [KeyAction, IconName, string][] = [
  ['edit', 'edit', 'Edit'],
  ['rotate', 'rotate', 'Rotate'],
  ['request-rate', 'rate', 'Raise rate limit'],
  ['revoke', 'revoke', 'Revoke'],
];
const supportActions: readonly [KeyAction, IconName, string][] = [['set-rate', 'rate', 'Change rate limit']];

function KeyActions({ apiKey, onAct }: KeyRowProps) {
  const actions = useAccountScope().kind === 'own' ? ownerActions : supportActions;
  const requested = apiKey.rate_request?.state === 'open';
  return (
    <Group className={classes.keyActions} gap="var(--space-1)">
      {actions
        .filter(([action]) => action !== 'request-rate' || !requested)
        .filter(([action]) => !apiKey.built_in || action === 'edit' || action === 'set-rate')
        .map(([action, icon, text]) => (
          <Button
            key={action}
            variant="subtle"
            color={action === 'revoke' ? 'red' : 'gray'}
            size="compact-sm"
            leftSection={<Icon name={icon} size={15} />}
            aria-label={`${text}: ${apiKey.name}`}
            onClick={() => onAct(action)}
          >
            {text}
          </Button>
        ))}
    </Group>
  );
}
