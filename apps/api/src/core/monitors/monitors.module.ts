import { Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { OutageLog } from '../../platform/database/outage-log';
import { PeriodicJobs } from '../../platform/jobs/periodic-job';
import { Metrics } from '../../platform/observability/metrics';
import { WebhooksModule } from '../notifications/webhooks/webhooks.module';
import { runOutcomes } from './monitor';
import { MonitorRuns } from './monitor-runs';
import { MonitorRunsRepository } from './monitor-runs.repository';
import { Monitors } from './monitors';
import { MonitorsRepository } from './monitors.repository';

const pauseEveryMs = 5_000;
const countEveryMs = 15_000;
const dropEveryMs = 3_600_000;

/** Monitors, their runs and their events. What a run asks, and what that costs, is known to who runs it. */
@Module({
  imports: [WebhooksModule],
  providers: [MonitorRuns, MonitorRunsRepository, Monitors, MonitorsRepository],
  exports: [MonitorRuns, Monitors],
})
export class MonitorsModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly jobs: PeriodicJobs;
  private figures = { active: 0, paused: 0, lateSeconds: 0 };

  constructor(runs: MonitorRuns, metrics: Metrics, failures: OutageLog) {
    this.jobs = new PeriodicJobs(
      failures,
      ['pausing monitors', pauseEveryMs, () => runs.pauseStopped()],
      [
        'counting monitors',
        countEveryMs,
        async () => {
          this.figures = await runs.figures();
        },
      ],
      ['dropping old events of monitors', dropEveryMs, () => runs.dropOld()],
    );
    metrics.gauges('loupe_monitors', 'Monitors of all accounts by state', 'state', async () => [
      ['active', this.figures.active],
      ['paused', this.figures.paused],
    ]);
    metrics.gauge(
      'loupe_monitors_late_seconds',
      'How long the longest due monitor has waited for its run',
      () => this.figures.lateSeconds,
    );
    metrics.counters('loupe_monitor_runs_total', 'Runs of monitors that this process has ended', 'outcome', () =>
      runOutcomes
        .filter((outcome) => outcome !== 'running')
        .map((outcome) => [outcome, runs.outcomes.get(outcome) ?? 0]),
    );
  }

  onApplicationBootstrap(): void {
    this.jobs.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.jobs.stop();
  }
}
