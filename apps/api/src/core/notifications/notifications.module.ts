import { Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { OutageLog } from '../../platform/database/outage-log';
import { PeriodicJobs } from '../../platform/jobs/periodic-job';
import { IdentityModule } from '../identity/identity.module';
import { Notifications } from './notifications';
import { NotificationsRepository } from './notifications.repository';
import { WebhooksModule } from './webhooks/webhooks.module';

const createEveryMs = 60_000;
const queueEveryMs = 5_000;
const mailEveryMs = 15_000;
const dropEveryMs = 3_600_000;

/** Creates, emails and deletes the notifications of accounts. */
@Module({
  imports: [IdentityModule, WebhooksModule],
  providers: [Notifications, NotificationsRepository],
  exports: [Notifications, WebhooksModule],
})
export class NotificationsModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly jobs: PeriodicJobs;

  constructor(notifications: Notifications, failures: OutageLog) {
    this.jobs = new PeriodicJobs(
      failures,
      ['creating notifications', createEveryMs, () => notifications.createDue()],
      ['queueing webhooks about low balances', queueEveryMs, () => notifications.queueLowBalances()],
      ['sending notifications', mailEveryMs, () => notifications.sendMails()],
      ['dropping old notifications', dropEveryMs, () => notifications.dropOld()],
    );
  }

  onApplicationBootstrap(): void {
    this.jobs.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.jobs.stop();
  }
}
