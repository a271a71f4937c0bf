import { Button } from '@mantine/core';
import { useAccountScope } from '../../account/account-scope';
import type { View } from '../../api/views';
import { Icon, type IconName } from '../../components/icon';
import { Badge, Moment, Money } from '../../components/values';
import { countOf, formatCount } from '../../format/counts';
import { describeUsd, percentOf } from '../../format/usd';
import type { KeyAction } from './key-dialogs';
import classes from './keys.module.css';

type Key = View<'KeyView'>;

/** One key: what it is, who uses it, what it spends, what it may. */
export function KeyRow({ apiKey, onAct }: { apiKey: Key; onAct: (action: KeyAction) => void }) {
  const active = apiKey.state === 'active';
  return (
    <li className={classes.keyRow} data-state={apiKey.state}>
      <div className={classes.keyIdentity}>
        <h3 className={classes.keyName}>
          {apiKey.name}
          {!active && <Badge tone="plain">{apiKey.state}</Badge>}
        </h3>
        <code className={classes.prefix}>{apiKey.prefix}…</code>
        <RateRequestState apiKey={apiKey} />
      </div>
      <dl className={classes.keyFacts}>
        <div>
          <dt>{active ? 'Last used' : 'Stopped'}</dt>
          <dd>
            <KeyTime apiKey={apiKey} />
          </dd>
        </div>
        <div>
          <dt>Last 24 hours</dt>
          <dd>{formatCount(apiKey.requests_last_24_hours)}</dd>
        </div>
        <SpendMeter name="Today" spentUsd={apiKey.spent_today_usd} capUsd={apiKey.daily_cap_usd} />
        <SpendMeter name="This month" spentUsd={apiKey.spent_this_month_usd} capUsd={apiKey.monthly_cap_usd} />
      </dl>
      <div className={classes.keyFoot}>
        <KeyLimits apiKey={apiKey} />
        {active && <KeyActions apiKey={apiKey} onAct={onAct} />}
      </div>
    </li>
  );
}

function KeyTime({ apiKey }: { apiKey: Key }) {
  if (apiKey.state === 'active') return <LastUse apiKey={apiKey} />;
  return <Moment at={apiKey.revoked_at ?? apiKey.retires_at ?? apiKey.expires_at ?? apiKey.created_at} />;
}

/** Last use is recorded by the minute: a request of this minute is counted before it is dated. */
function LastUse({ apiKey: { last_used_at: at, requests_last_24_hours: requests } }: { apiKey: Key }) {
  if (at !== null) return <Moment at={at} />;
  return requests > 0 ? 'just now' : 'never';
}

/** Rate, addresses and expiry in one quiet line. */
function KeyLimits({ apiKey }: { apiKey: View<'KeyView'> }) {
  const addresses = apiKey.allowed_ips;
  return (
    <p className={classes.keyLimits}>
      <span>{apiKey.rate_limit_per_second} requests a second</span>
      <span title={addresses.join(', ')}>
        {addresses.length === 0
          ? 'from any address'
          : addresses.length === 1
            ? `from ${addresses[0]}`
            : `from ${countOf(addresses.length, 'range')}`}
      </span>
      {apiKey.retires_at !== null && (
        <span>
          replaced, {apiKey.state === 'active' ? 'stops' : 'stopped'} <Moment at={apiKey.retires_at} />
        </span>
      )}
      {apiKey.expires_at !== null && (
        <span>
          {apiKey.state === 'expired' ? 'expired' : 'expires'} <Moment at={apiKey.expires_at} />
        </span>
      )}
      <span>
        created <Moment at={apiKey.created_at} as="date" />
      </span>
    </p>
  );
}

/** How the last request for a higher rate stands, with support's word on it. */
function RateRequestState({ apiKey }: { apiKey: View<'KeyView'> }) {
  const request = apiKey.rate_request;
  if (request === null || apiKey.state !== 'active') return null;
  if (request.state === 'open')
    return (
      <p className={classes.rateRequest}>
        <Badge tone="accent">{request.requests_per_second}/s asked for</Badge>
      </p>
    );
  return (
    <p className={classes.rateRequest}>
      {request.state === 'granted' ? (
        <Badge tone="good">{request.granted_per_second ?? request.requests_per_second}/s granted</Badge>
      ) : (
        <Badge tone="warn">{request.requests_per_second}/s declined</Badge>
      )}
      {request.note && <span className={classes.rateRequestNote}>“{request.note}”</span>}
    </p>
  );
}

interface SpendMeterProps {
  name: string;
  spentUsd: string;
  capUsd: string | null;
}

/** What was spent, and, where there is a cap, how near it is. A term and its value, inside a dl. */
function SpendMeter({ name, spentUsd, capUsd }: SpendMeterProps) {
  const percent = capUsd === null ? 0 : Math.min(100, percentOf(spentUsd, capUsd));
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Money usd={spentUsd} />
        {capUsd !== null && (
          <>
            <span className={classes.cap}> of {describeUsd(capUsd)}</span>
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

interface Choice {
  action: KeyAction;
  icon: IconName;
  text: string;
}

const ownerChoices: readonly Choice[] = [
  { action: 'edit', icon: 'edit', text: 'Edit' },
  { action: 'rotate', icon: 'rotate', text: 'Rotate' },
  { action: 'ask', icon: 'rate', text: 'Raise the rate' },
  { action: 'revoke', icon: 'revoke', text: 'Revoke' },
];
const supportChoices: readonly Choice[] = [{ action: 'rate', icon: 'rate', text: 'Change the rate' }];

interface KeyActionsProps {
  apiKey: View<'KeyView'>;
  onAct: (action: KeyAction) => void;
}

/** What can be done to a working key: the owner everything but the rate, support the rate and nothing else. */
function KeyActions({ apiKey, onAct }: KeyActionsProps) {
  const choices = useAccountScope().kind === 'own' ? ownerChoices : supportChoices;
  const asked = apiKey.rate_request?.state === 'open';
  return (
    <div className={classes.keyActions}>
      {choices
        .filter(({ action }) => action !== 'ask' || !asked)
        .map(({ action, icon, text }) => (
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
    </div>
  );
}
