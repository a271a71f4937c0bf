import { formatUsd } from '@loupe/dto';
import type { DueDelivery } from './webhooks.repository';

export type WebhookEvent = Pick<
  DueDelivery,
  'id' | 'event' | 'account_id' | 'balance_micros' | 'threshold_micros' | 'detail' | 'created_at'
>;

/** The JSON body of a delivery. */
export function webhookBody(event: WebhookEvent): string {
  return JSON.stringify({
    id: event.id,
    event: event.event,
    account_id: event.account_id,
    balance_usd: formatUsd(BigInt(event.balance_micros)),
    threshold_usd: event.threshold_micros === null ? null : formatUsd(BigInt(event.threshold_micros)),
    ...event.detail,
    created_at: event.created_at.toISOString(),
  });
}
