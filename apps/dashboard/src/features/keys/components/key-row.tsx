import type { View } from '../../../api/views';
import { Badge } from '../../../components/badge';
import { Moment } from '../../../components/moment';
import { formatCount } from '../../../format/counts';
import type { KeyAction } from '../key-dialog';
import { KeyActions } from './key-actions';
import { KeyLimits } from './key-limits';
import classes from './key-row.module.css';
import { RateRequestState } from './rate-request-state';
import { SpendMeter } from './spend-meter';

type Key = View<'KeyView'>;

/** One key: what it is, who uses it, what it spends, what it may. */
export function KeyRow({ apiKey, onAct }: { apiKey: Key; onAct: (action: KeyAction) => void }) {
  const active = apiKey.state === 'active';
  return (
    <li className={classes.row} data-state={apiKey.state}>
      <div className={classes.who}>
        <h3 className={classes.name}>
          {apiKey.name}
          {!active && <Badge tone="plain">{apiKey.state}</Badge>}
        </h3>
        <code className={classes.prefix}>{apiKey.prefix}…</code>
        <RateRequestState apiKey={apiKey} />
      </div>
      <dl className={classes.facts}>
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
      <div className={classes.foot}>
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
