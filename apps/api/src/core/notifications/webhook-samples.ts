import { webhookBody } from '../billing/webhooks/webhook-body';
import { capNotification, decidedRateNotification, expiringKeyNotification } from './found-notifications';
import type { NewNotification, NotificationEvent } from './notification';

export interface WebhookSample {
  readonly event: NotificationEvent | 'test';
  /** When the event is sent. */
  readonly when: string;
  /** A sample of the JSON body. */
  readonly body: string;
}

const account_id = '7';
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
const cheapestMicros = 600n;

/** A sample of each event, built by the functions that also build the real bodies. */
export const webhookSamples: readonly WebhookSample[] = [
  sample('balance.low', 'The balance falls below your threshold. Sent again only after the balance has been above it.'),
  sampleOf(
    capNotification({ ...cap, spent_micros: '4000200' }, key, cheapestMicros),
    'A key has spent 80% of its daily or monthly limit. Sent once per day or month (UTC).',
  ),
  sampleOf(
    capNotification({ ...cap, spent_micros: '4999800' }, key, cheapestMicros),
    'A key has reached a limit: its requests are refused until the next day or month (UTC).',
  ),
  sampleOf(expiringKeyNotification(expiring), 'A key expires within a week.'),
  sampleOf(
    decidedRateNotification(decided),
    'Support has decided on your request for a higher rate; `granted_per_second` is null if support declined.',
  ),
  sample('test', 'You requested a test in the dashboard.'),
];

function sampleOf({ event, detail }: NewNotification, when: string): WebhookSample {
  return sample(event, when, detail);
}

function sample(
  event: WebhookSample['event'],
  when: string,
  detail: NewNotification['detail'] | null = null,
): WebhookSample {
  const body = webhookBody({
    id: '42',
    event,
    account_id,
    balance_micros: '998800',
    threshold_micros: detail === null ? '1000000' : null,
    detail,
    created_at: new Date('2026-11-22T15:40:00Z'),
  });
  return { event, when, body };
}
