import {
  capNotification,
  decidedRateNotification,
  expiringKeyNotification,
  lowBalanceNotification,
  offEndpointNotification,
  pausedMonitorNotification,
} from './found-notifications';
import { type NewNotification, webhookEvent } from './notification';
import { webhookBody } from './webhooks/webhook-outbox';

export interface WebhookSample {
  readonly type: string;
  /** When the event is sent. */
  readonly when: string;
  /** A sample of the JSON body. */
  readonly body: string;
}

const account_id = '7';
const at = new Date('2026-11-22T15:40:00Z');
const key = { key_id: '12', key_name: 'Nightly import' };
const cap = { account_id, key_family_id: '12', spender: '12', period: 'day', starts_on: '2026-11-22', cap: '5000000' };
const expiring = { account_id, id: key.key_id, name: key.key_name, expires_at: '2026-11-29T00:00:00Z' };
const decided = {
  account_id,
  id: '3',
  key_id: key.key_id,
  name: key.key_name,
  requests_per_second: '50',
  granted_per_second: '25',
};
const endpoint = { account_id, id: '2', url: 'https://hooks.example.com/loupe', off_since: '2026-11-22T15:40:00Z' };
const paused = {
  account_id,
  id: '5',
  name: 'Followers of example',
  paused_at: '2026-11-22T15:40:00Z',
  pause_reason: 'failing',
};
const found = { id: '812', monitor_id: '5', at: at.toISOString(), kind: 'changed', field: 'follower_count' };
const cheapestMicros = 600n;

/** A sample of each event, built by the functions that also build the real bodies. */
export const webhookSamples: readonly WebhookSample[] = [
  sample(
    lowBalanceNotification({ account_id, since: '1795362000', balance_micros: '998800', threshold: '1000000' }),
    'The balance falls below your threshold. Sent again only after the balance has been above it.',
  ),
  sample(
    capNotification({ ...cap, spent_micros: '4000200' }, key, cheapestMicros),
    'A key has spent 80% of its daily or monthly limit. Sent once per day or month (UTC).',
  ),
  sample(
    capNotification({ ...cap, spent_micros: '4999800' }, key, cheapestMicros),
    'A key has reached a limit: its requests are refused until the next day or month (UTC).',
  ),
  sample(expiringKeyNotification(expiring), 'A key expires within a week.'),
  sample(
    pausedMonitorNotification(paused),
    'Loupe has paused a monitor: `reason` is `key_ended`, `key_restricted`, `account_suspended`, `developer_removed`, `insufficient_balance`, `key_cap_reached` or `failing`. Sent once an hour if the reason stops all monitors of the account.',
  ),
  sample(
    decidedRateNotification(decided),
    'Support has decided on your request for a higher rate; `granted_per_second` is null if support declined.',
  ),
  sample(
    offEndpointNotification({ ...endpoint, failing_since: '2026-11-19T15:02:11Z' }),
    'Loupe has switched off another endpoint of yours, because its deliveries failed for three days.',
  ),
  {
    type: 'monitor.event',
    when: 'A monitor has found a new item (`item_id`, and `gap` if items may have been missed) or a changed value (`field`, `before`, `after`).',
    body: webhookBody({ type: 'monitor.event', data: { account_id, ...found, before: 417, after: 419 }, at }),
  },
];

/** A test is sent to an endpoint when a member asks for it, whichever events the endpoint receives. */
export const testSample: WebhookSample = {
  type: 'test',
  when: 'You requested a test in the dashboard.',
  body: webhookBody({ type: 'test', data: { account_id }, at }),
};

function sample(notification: NewNotification, when: string): WebhookSample {
  return { type: notification.event, when, body: webhookBody({ ...webhookEvent(notification), at }) };
}
