import { Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { OutageLog } from '../../../platform/database/outage-log';
import { PeriodicJobs } from '../../../platform/jobs/periodic-job';
import { Metrics } from '../../../platform/observability/metrics';
import { withTimeout } from '../../../platform/promises';
import { SecretsModule } from '../../../platform/secrets/secrets.module';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository';
import { WebhookOutbox } from './webhook-outbox';
import { WebhookSecrets } from './webhook-secrets';
import { Webhooks } from './webhooks';

const stopDeliveriesMs = 5_000;
const deliverEveryMs = 5_000;
const dropEveryMs = 3_600_000;

/** Delivers webhooks. Imports nothing of the business, so that whatever has events can queue them. */
@Module({
  imports: [SecretsModule],
  providers: [WebhookDeliveriesRepository, WebhookEndpointsRepository, WebhookOutbox, WebhookSecrets, Webhooks],
  exports: [WebhookDeliveriesRepository, WebhookOutbox, Webhooks],
})
export class WebhooksModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly jobs: PeriodicJobs;

  constructor(
    private readonly outbox: WebhookOutbox,
    metrics: Metrics,
    failures: OutageLog,
  ) {
    this.jobs = new PeriodicJobs(
      failures,
      ['sending webhooks', deliverEveryMs, () => outbox.deliver()],
      ['dropping old webhook deliveries', dropEveryMs, () => outbox.dropOld()],
    );
    metrics.counters('loupe_webhook_attempts_total', 'Attempts to deliver webhooks', 'outcome', () =>
      Object.entries(outbox.outcomes),
    );
  }

  onApplicationBootstrap(): void {
    this.jobs.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.jobs.stop();
    // Another process sends the remaining deliveries.
    await withTimeout(this.outbox.stop(), stopDeliveriesMs).catch(() => undefined);
  }
}
