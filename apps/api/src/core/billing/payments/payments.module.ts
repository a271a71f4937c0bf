import { Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { OutageLog } from '../../../platform/database/outage-log';
import { PeriodicJobs } from '../../../platform/jobs/periodic-job';
import { BillingModule } from '../billing.module';
import { PaymentMessages } from './payment-messages';
import { Payments } from './payments';
import { PaymentsRepository } from './payments.repository';
import { StripeApi } from './stripe-api';

const sweepEveryMs = 900_000;

/** Card payments through Stripe. Without the variables, nothing runs and nothing is loaded. */
@Module({
  imports: [BillingModule],
  providers: [PaymentMessages, Payments, PaymentsRepository, StripeApi],
  exports: [PaymentMessages, Payments],
})
export class PaymentsModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly jobs: PeriodicJobs;

  constructor(
    private readonly api: StripeApi,
    messages: PaymentMessages,
    failures: OutageLog,
  ) {
    this.jobs = new PeriodicJobs(failures, ['sweeping card payments', sweepEveryMs, () => messages.sweep()]);
  }

  onApplicationBootstrap(): void {
    if (this.api.isConfigured) this.jobs.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.jobs.stop();
  }
}
