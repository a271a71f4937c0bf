import { Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { MonitorsModule as CoreMonitorsModule } from '../core/monitors/monitors.module';
import { OutageLog } from '../platform/database/outage-log';
import { LoopbackModule } from '../platform/http/loopback';
import { PeriodicJobs } from '../platform/jobs/periodic-job';
import { withTimeout } from '../platform/promises';
import { MonitorRunner } from './monitor-runner';

const runEveryMs = 1_000;
const stopRunsMs = 5_000;

@Module({ imports: [CoreMonitorsModule, LoopbackModule], providers: [MonitorRunner] })
export class MonitorsModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly jobs: PeriodicJobs;

  constructor(
    private readonly runner: MonitorRunner,
    failures: OutageLog,
  ) {
    this.jobs = new PeriodicJobs(failures, ['running monitors', runEveryMs, () => runner.run()]);
  }

  onApplicationBootstrap(): void {
    this.jobs.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.jobs.stop();
    await withTimeout(this.runner.stop(), stopRunsMs).catch(() => undefined);
  }
}
