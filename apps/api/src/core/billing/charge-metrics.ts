import { Histogram } from 'prom-client';
import { clock } from '../../platform/clock';
import type { Metrics } from '../../platform/observability/metrics';
import type { ChargeTimes } from './charge-outcome';
import type { ChargeQueues } from './charge-queues';

/** @returns a function that records a finished batch */
export function batchMetrics({ registry }: Metrics): (batch: readonly ChargeTimes[]) => void {
  const registers = [registry];
  const sizes = new Histogram({
    name: 'loupe_charge_batch_size',
    help: 'Charges that were sent to the database together',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000],
    registers,
  });
  const durations = new Histogram({
    name: 'loupe_charge_batch_duration_seconds',
    help: 'Time from sending a batch of charges until it is committed or has failed',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  return (batch) => {
    const nowMs = clock.nowMs();
    const sentAtMs = batch[0]!.sentAtMs!;
    sizes.observe(batch.length);
    durations.observe((nowMs - sentAtMs) / 1_000);
  };
}

export function queueMetrics(metrics: Metrics, charges: ChargeQueues): void {
  metrics.gauge('loupe_charges_waiting', 'Charges that wait for their batch', () => charges.length);
  metrics.gauge(
    'loupe_charges_oldest_seconds',
    'Age of the oldest charge that waits for its batch or for the end of its batch',
    () => charges.oldestMs / 1_000,
  );
  metrics.gauge('loupe_charges_failing', '1 while a queue cannot commit charges', () => Number(!charges.isWritable));
  metrics.gauge(
    'loupe_locked_accounts',
    'Accounts with charges that wait because another session has locked the account',
    () => charges.lockedAccounts,
  );
}
