import type { WebhookEvent } from './webhooks/webhook-outbox';

export const notificationEvents = [
  'balance.low',
  'key.cap_near',
  'key.cap_reached',
  'key.expiring',
  'monitor.paused',
  'rate.decided',
  'webhook.off',
] as const;
export type NotificationEvent = (typeof notificationEvents)[number];

/** The types of events that a webhook endpoint may receive. Not all of them are notifications to people. */
export const webhookEventTypes = [...notificationEvents, 'monitor.event'] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

export const notificationChannels = ['page', 'mail'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** Facts of a notification, as the API and webhooks show them. */
export type NotificationDetail = Readonly<Record<string, string | null>>;

export interface NewNotification {
  readonly accountId: number;
  readonly event: NotificationEvent;
  /** An account gets at most one notification per event and subject. */
  readonly subject: string;
  readonly detail: NotificationDetail;
}

export interface Notification extends NewNotification {
  readonly id: number;
  readonly createdAt: Date;
}

/** The event that webhooks receive about a notification. */
export function webhookEvent({ accountId, event, detail }: Omit<NewNotification, 'subject'>): WebhookEvent {
  return { accountId, type: event, data: { account_id: `${accountId}`, ...detail } };
}

const pauseSentences: Readonly<Record<string, string>> = {
  key_ended: 'its key does not work any more',
  key_restricted: 'its key may be used only from some IP addresses',
  account_suspended: 'the account is suspended',
  developer_removed: 'the developer who made it is no longer a member who may',
  insufficient_balance: 'the balance is too low',
  key_cap_reached: 'its key has reached a spending limit',
  failing: 'ten runs in a row have failed',
};

export function sentenceOf({ event, detail }: Pick<NewNotification, 'event' | 'detail'>): string {
  const limit = `${detail.period === 'month' ? 'monthly' : 'daily'} limit of $${detail.cap_usd}`;
  switch (event) {
    case 'balance.low':
      return `The balance has fallen below $${detail.threshold_usd}.`;
    case 'key.cap_near':
      return `The key “${detail.key_name}” has spent $${detail.spent_usd} of its ${limit}.`;
    case 'key.cap_reached':
      return `The key “${detail.key_name}” has reached its ${limit}: its requests are refused until the next ${detail.period} (UTC).`;
    case 'key.expiring':
      return `The key “${detail.key_name}” expires on ${detail.expires_at}.`;
    case 'monitor.paused':
      return `The monitor “${detail.monitor_name}” was paused: ${pauseSentences[detail.reason!]}.`;
    case 'rate.decided':
      return detail.granted_per_second === null
        ? `Support has declined ${detail.requests_per_second} requests per second for the key “${detail.key_name}”.`
        : `Support has granted ${detail.granted_per_second} requests per second for the key “${detail.key_name}”.`;
    case 'webhook.off':
      return `The webhook endpoint at ${detail.host} was switched off, because every delivery has failed since ${detail.failing_since}.`;
  }
}
