import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { PeriodicJobs } from '../jobs/periodic-job';
import { LOGGER } from '../observability/logger';
import { ChangeAnswersRepository } from './change-answers.repository';
import { IdempotentChanges } from './idempotent-changes';

const deleteEveryMs = 60_000;

@Module({ providers: [ChangeAnswersRepository, IdempotentChanges], exports: [IdempotentChanges] })
export class IdempotentChangesModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly jobs: PeriodicJobs;

  constructor(answers: ChangeAnswersRepository, dataSource: DataSource, @Inject(LOGGER) logger: Logger) {
    const work = () => answers.deleteExpired(dataSource);
    this.jobs = new PeriodicJobs(logger, ['deleting answers that were kept for repeats', deleteEveryMs, work]);
  }

  onApplicationBootstrap(): void {
    this.jobs.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.jobs.stop();
  }
}
