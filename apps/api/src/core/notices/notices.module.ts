import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJobs } from '../../platform/jobs/periodic-job';
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
  private readonly jobs: PeriodicJobs;

  constructor(notices: Notices, @Inject(LOGGER) logger: Logger) {
    this.jobs = new PeriodicJobs(
      logger,
      ['looking for notices', lookEveryMs, () => notices.look()],
      ['sending notices', mailEveryMs, () => notices.sendMails()],
      ['dropping old notices', dropEveryMs, () => notices.dropOld()],
    );
  }

  onApplicationBootstrap(): void {
    this.jobs.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.jobs.stop();
  }
}
