import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { loupe, recordAudit } from '../../../platform/audit/audit-log.repository';
import { clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import { DueWork } from '../../../platform/jobs/due-work';
import { type DueDelivery, type FailedAttempt, WebhookDeliveriesRepository } from './webhook-deliveries.repository';
import { postWebhook, type WebhookAnswer } from './webhook-post';
import { WebhookSecrets } from './webhook-secrets';

const maxInFlight = 10;
const maxAttempts = 10;
const firstDelaySeconds = 30;
const maxDelaySeconds = 12 * 3_600;

export interface WebhookEvent {
  readonly accountId: number;
  readonly type: string;
  readonly data: object;
  /** When it happened; now by default. */
  readonly at?: Date;
}

/**
 * Delivers events at least once, unless every attempt fails. Pauses grow. An endpoint that hangs delays only itself. What an event
 * is about is known only to who queues it.
 */
@Injectable()
export class WebhookOutbox {
  /** Outcomes of attempts; `given_up` counts deliveries whose last attempt failed. What members asked for is not counted. */
  readonly outcomes = { delivered: 0, failed: 0, given_up: 0 };
  /** Serial, because an endpoint gets one delivery after the other. */
  private readonly work = new DueWork(
    maxInFlight,
    (free) => this.dataSource.transaction((db) => this.deliveries.claimDue(db, free)),
    true,
  );

  constructor(
    private readonly dataSource: DataSource,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly secrets: WebhookSecrets,
  ) {}

  /** Queues events for the endpoints that receive their types, in the transaction of what happened. */
  async add(db: Db, events: readonly WebhookEvent[]): Promise<void> {
    const queued = events.map(({ accountId, type, ...event }) => ({
      accountId,
      type,
      messageId: newMessageId(),
      body: webhookBody({ type, ...event }),
    }));
    if (queued.length > 0) await this.deliveries.queue(db, queued);
  }

  /** Starts sending due deliveries while there are free slots. */
  deliver(send: typeof postWebhook = postWebhook): Promise<void> {
    // If the database is unreachable, the next round reports it, and the delivery is sent again when its lease ends.
    return this.work.run((delivery) => this.attempt(delivery, send));
  }

  /** Starts no more deliveries, and waits for those in progress. */
  stop(): Promise<void> {
    return this.work.stop();
  }

  dropOld(): Promise<void> {
    return this.deliveries.dropOld(this.dataSource);
  }

  private async attempt(delivery: DueDelivery, send: typeof postWebhook): Promise<void> {
    const { accountId, endpointId, isManual, attempts } = delivery;
    const outcome = await this.send(delivery, send);
    if (outcome.reason === undefined) {
      this.count(delivery, 'delivered');
      return this.deliveries.recordDelivered(this.dataSource, delivery, outcome.answer);
    }
    const isLast = isManual || attempts >= maxAttempts;
    this.count(delivery, isLast ? 'given_up' : 'failed');
    await this.dataSource.transaction(async (db) => {
      const nextInSeconds = isLast ? null : delaySeconds(attempts);
      if (!(await this.deliveries.recordFailed(db, delivery, outcome, nextInSeconds))) return;
      const target = { accountId, targetType: 'webhook', targetId: `${endpointId}` };
      await recordAudit(db, { actor: loupe, action: 'webhook.off', ...target, detail: { reason: outcome.reason } });
    });
  }

  /** @returns the answer, if any, and why the attempt failed, if it did: then `isSent` says whether the receiver is to blame */
  private async send(
    { accountId, encryptedSecrets, messageId: id, url, body }: DueDelivery,
    send: typeof postWebhook,
  ): Promise<{ reason?: undefined; answer: WebhookAnswer } | FailedAttempt> {
    const secrets = this.secrets.decryptAll(accountId, encryptedSecrets);
    if (secrets.length === 0)
      return { reason: 'the signing secret can no longer be decrypted: rotate it', isSent: false };
    try {
      const answer = await send({ url, id, body, secrets });
      const isOk = answer.status >= 200 && answer.status < 300;
      return isOk ? { answer } : { answer, reason: `answered with status ${answer.status}`, isSent: true };
    } catch (error) {
      return { reason: error instanceof Error ? error.message : String(error), isSent: true };
    }
  }

  private count({ isManual }: DueDelivery, outcome: keyof WebhookOutbox['outcomes']): void {
    if (!isManual) this.outcomes[outcome] += 1;
  }
}

export const newMessageId = (): string => `msg_${randomUUID()}`;

/** The JSON body of a delivery. */
export function webhookBody({ type, at, data }: Omit<WebhookEvent, 'accountId'>): string {
  return JSON.stringify({ type, timestamp: (at ?? new Date(clock.wallMs())).toISOString(), data });
}

/** Pause after the n-th failure: 30 seconds, tripled each time, up to 12 hours. */
export function delaySeconds(attempts: number): number {
  return Math.min(firstDelaySeconds * 3 ** (attempts - 1), maxDelaySeconds);
}
