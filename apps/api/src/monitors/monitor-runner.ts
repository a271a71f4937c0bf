import { allOperations, type ProblemCode, requestAddress } from '@loupe/dto';
import { Inject, Injectable } from '@nestjs/common';
import type { PauseReason } from '../core/monitors/monitor';
import { MonitorRuns, type RunResult, skipped } from '../core/monitors/monitor-runs';
import type { ClaimedRun, ClaimLimits } from '../core/monitors/monitor-runs.repository';
import { ENV, type Env } from '../platform/config/env';
import { OutageLog } from '../platform/database/outage-log';
import { Loopback, type LoopbackAnswer } from '../platform/http/loopback';
import { DueWork } from '../platform/jobs/due-work';
import { ManagementServer } from '../platform/observability/management-server';

/** A call may also wait for its charge. */
const beyondUpstreamMs = 15_000;
/** An account may use half of the process, and its monitors a tenth of that. */
const shareOfProcess = 1 / 20;

/** What a problem says about the monitor. All others are failures. */
const pauses: Partial<Record<ProblemCode, PauseReason>> = {
  insufficient_balance: 'insufficient_balance',
  key_cap_reached: 'key_cap_reached',
  account_suspended: 'account_suspended',
  unauthorized: 'key_ended',
};

/** Makes the calls of due monitors. They are calls like any other, with the key of the monitor. */
@Injectable()
export class MonitorRunner {
  private readonly limits: ClaimLimits;
  private readonly work: DueWork<ClaimedRun>;

  constructor(
    private readonly runs: MonitorRuns,
    private readonly loopback: Loopback,
    private readonly management: ManagementServer,
    private readonly failures: OutageLog,
    @Inject(ENV) env: Env,
  ) {
    const share = Math.max(1, Math.floor(env.MAX_CONCURRENT_REQUESTS * shareOfProcess));
    const leaseSeconds = Math.ceil((env.UPSTREAM_TIMEOUT_MS + beyondUpstreamMs) / 1_000);
    // An attempt must end while the idempotency key of the first one is valid, or it could be charged again.
    const againSeconds = env.IDEMPOTENCY_SECONDS - leaseSeconds;
    this.limits = { runs: share, runsOfAccount: share, leaseSeconds, againSeconds };
    this.work = new DueWork(share, async (free) =>
      this.management.isDraining ? [] : this.runs.claim({ ...this.limits, runs: free }),
    );
  }

  /** Starts due runs while there are free slots. */
  run(): Promise<void> {
    return this.work.run((run) =>
      // The run is taken up when its lease ends.
      this.attempt(run).catch((error) => this.failures.warn({ err: error }, 'a run of a monitor was interrupted')),
    );
  }

  /** Starts no more runs, and waits for those in progress. Another process takes up what does not end. */
  stop(): Promise<void> {
    return this.work.stop();
  }

  private async attempt(run: ClaimedRun): Promise<void> {
    const { monitorId, dueAt, hash, prefix } = run;
    const operation = allOperations.find(({ name }) => name === run.operation);
    if (!operation) return this.runs.end(run, skipped('Loupe has no such operation any more.'));
    const internal = { key: { hash, prefix }, idempotencyKey: `monitor ${monitorId} at ${dueAt.getTime()}` } as const;
    const signal = AbortSignal.timeout(this.limits.leaseSeconds * 1_000);
    const answer = await this.loopback.get(requestAddress(operation, run.parameters), { internal }, signal);
    const result = resultOf(answer);
    // A postponed run is free, but the earlier attempt may have been charged: the next attempt, when the lease ends, gets its answer.
    if (run.isRepeated && result.is === 'postponed') throw new Error(result.reason);
    await this.runs.end(run, result);
  }
}

function resultOf({ status, headers, body }: LoopbackAnswer): RunResult {
  // A run that was taken up is a repeat of the request that was charged.
  const requestId = `${headers['x-original-request-id'] ?? headers['x-request-id']}`;
  const json = JSON.parse(body);
  if (status === 200) return { is: 'answered', requestId, body: json };
  const { code, detail: reason } = json as { code: ProblemCode; detail: string };
  const pauseReason = pauses[code];
  if (pauseReason) return { is: 'paused', requestId, code, reason, pauseReason };
  if (status === 429 || status === 503)
    return { is: 'postponed', requestId, code, reason, seconds: Number(headers['retry-after'] ?? 0) };
  if (code === 'idempotency_key_used_up') return skipped(reason, code, requestId);
  return { is: 'failed', requestId, code, reason };
}
