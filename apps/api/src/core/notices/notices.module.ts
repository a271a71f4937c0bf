import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJob } from '../../platform/jobs/periodic-job';
import { LOGGER } from '../../platform/observability/logger';
import { IdentityModule } from '../identity/identity.module';
import { Notices } from './notices';
import { NoticesRepository } from './notices.repository';

const lookEveryMs = 60_000;
const mailEveryMs = 15_000;
const dropEveryMs = 3_600_000;

/** What accounts are told of. */
@Module({ imports: [IdentityModule], providers: [Notices, NoticesRepository], exports: [Notices] })
export class NoticesModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly jobs: PeriodicJob[];

  constructor(notices: Notices, @Inject(LOGGER) logger: Logger) {
    const job = (name: string, everyMs: number, work: () => Promise<void>) =>
      new PeriodicJob(work, everyMs, (error) => logger.warn({ err: error }, `${name} failed`));
    this.jobs = [
      job('looking for notices', lookEveryMs, () => notices.look()),
      job('sending notices', mailEveryMs, () => notices.sendMails()),
      job('dropping old notices', dropEveryMs, () => notices.dropOld()),
    ];
  }

  onApplicationBootstrap(): void {
    for (const job of this.jobs) job.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.jobs.map((job) => job.stop()));
  }
}
