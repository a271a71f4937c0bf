import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, recordAudit } from '../../platform/audit/audit-log.repository';
import { ENV, type Env } from '../../platform/config/env';
import type { NotificationSwitch } from '../../platform/database/entities/accounts';
import { accountTarget } from '../accounts/accounts.repository';
import { EmailLimits } from '../identity/email-limits';
import { Mail } from '../identity/mail';
import { UsersRepository } from '../identity/users.repository';
import {
  type Notification,
  type NotificationChannel,
  type NotificationEvent,
  sentenceOf,
  webhookEvent,
} from './notification';
import { type ListedNotification, NotificationsRepository } from './notifications.repository';
import { WebhookDeliveriesRepository } from './webhooks/webhook-deliveries.repository';
import { WebhookOutbox } from './webhooks/webhook-outbox';

const maxListed = 20;
const maxMails = 10;
const maxCrossingsPerHour = 60;

/** Creates notifications and emails them, off the request path. */
@Injectable()
export class Notifications {
  constructor(
    private readonly dataSource: DataSource,
    private readonly notifications: NotificationsRepository,
    private readonly users: UsersRepository,
    private readonly mail: Mail,
    private readonly emailLimits: EmailLimits,
    private readonly outbox: WebhookOutbox,
    private readonly deliveries: WebhookDeliveriesRepository,
    @Inject(ENV) private readonly env: Pick<Env, 'PRICE_PER_REQUEST_USD' | 'PUBLIC_URL' | 'STRIPE_SECRET_KEY'>,
  ) {}

  /** Stores the notifications that are due now. Any number of processes may do so: each notification is stored once. */
  async createDue(): Promise<void> {
    const db = this.dataSource;
    const found = [
      ...(await this.notifications.lowBalances(db)),
      ...(await this.notifications.caps(db, this.env.PRICE_PER_REQUEST_USD)),
      ...(await this.notifications.expiringKeys(db)),
      ...(await this.notifications.decidedRates(db)),
      ...(await this.notifications.offEndpoints(db)),
      ...(await this.notifications.pausedMonitors(db)),
    ];
    if (found.length === 0) return;
    await this.dataSource.transaction(async (within) => {
      const added = await this.notifications.add(within, found, this.mail.isConfigured);
      // The ledger notes low balances when they change: see queueLowBalances.
      const others = added.filter(({ event }) => event !== 'balance.low');
      await this.outbox.add(within, others.map(webhookEvent));
    });
  }

  /** Queues webhooks about low balances. Limited per hour, because an owner can move the threshold back and forth. */
  queueLowBalances(): Promise<void> {
    return this.dataSource.transaction(async (db) => {
      const crossings = await this.notifications.takeCrossings(db);
      if (crossings.length === 0) return;
      const accountIds = crossings.map(({ accountId }) => accountId);
      const counts = await this.deliveries.recent(db, 'balance.low', accountIds);
      const allowed = crossings.filter(({ accountId }) => {
        counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
        return counts.get(accountId)! <= maxCrossingsPerHour;
      });
      await this.outbox.add(
        db,
        allowed.map(({ at, ...crossing }) => ({ ...webhookEvent(crossing), at })),
      );
    });
  }

  /** Developers get emails about keys. Owners also get emails about the balance. */
  async sendMails(): Promise<void> {
    for (const { isOff, ...notification } of await this.notifications.claimMails(this.dataSource, maxMails)) {
      if (isOff || (await this.send(notification))) await this.notifications.endMail(this.dataSource, notification);
    }
  }

  list(accountId: number, userId: number): Promise<ListedNotification[]> {
    return this.notifications.list(this.dataSource, accountId, userId, maxListed);
  }

  /** Marks this notification and all older ones as seen. */
  markSeen(accountId: number, userId: number, notificationId: number): Promise<void> {
    return this.notifications.markSeen(this.dataSource, accountId, userId, notificationId);
  }

  switchedOff(accountId: number): Promise<NotificationSwitch[]> {
    return this.notifications.switchedOff(this.dataSource, accountId);
  }

  turn(
    accountId: number,
    event: NotificationEvent,
    channel: NotificationChannel,
    isOn: boolean,
    actor: Actor,
  ): Promise<void> {
    return this.dataSource.transaction(async (db) => {
      await this.notifications.turn(db, { accountId, event, channel }, isOn);
      const detail = { event, channel, on: isOn };
      await recordAudit(db, { actor, action: 'notice.switch', ...accountTarget(accountId), detail });
    });
  }

  dropOld(): Promise<void> {
    return this.notifications.dropOld(this.dataSource);
  }

  private async send(notification: Notification): Promise<boolean> {
    const members = await this.users.listMembers(this.dataSource, notification.accountId);
    const recipients = members.filter(
      ({ role, hasJoined }) =>
        hasJoined && (role === 'owner' || (role === 'developer' && notification.event !== 'balance.low')),
    );
    const page = `${this.env.PUBLIC_URL ?? ''}/dashboard/`;
    const isPayable = notification.event === 'balance.low' && this.env.STRIPE_SECRET_KEY !== undefined;
    const link = isPayable ? `Add funds by card: ${page}ledger?add=true` : page;
    const text = `${sentenceOf(notification)}\n\n${link}\n\nAn owner of the account can switch these emails off in the settings.\n`;
    const sent = await Promise.all(
      recipients.map(async ({ email: to }) => {
        const left = await this.emailLimits.tryTake('notification', notification.accountId, to);
        // Above the limit, the dashboard and the webhook still show the notification, so the email counts as sent.
        return left === undefined || this.mail.send({ to, subject: subjects[notification.event], text });
      }),
    );
    return sent.every(Boolean);
  }
}

const subjects: Record<NotificationEvent, string> = {
  'balance.low': 'Your Loupe balance is low',
  'key.cap_near': 'A Loupe key nears its spending limit',
  'key.cap_reached': 'A Loupe key has reached its spending limit',
  'key.expiring': 'A Loupe key is about to expire',
  'monitor.paused': 'A Loupe monitor was paused',
  'rate.decided': 'Your rate request was decided',
  'webhook.off': 'A Loupe webhook endpoint was switched off',
};
