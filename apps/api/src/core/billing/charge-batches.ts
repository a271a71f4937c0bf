import { Histogram } from 'prom-client';
import { clock } from '../../platform/clock';
import type { Metrics } from '../../platform/observability/metrics';
import type { ChargeTimes } from './charge-outcome';

/** What is told of batches of charges that have been sent: to metrics. */
export class ChargeBatches {
  private readonly sizes: Histogram;
  private readonly durations: Histogram;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.sizes = new Histogram({
      name: 'loupe_charge_batch_size',
      help: 'Charges that were sent to the database together',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000],
      registers,
    });
    this.durations = new Histogram({
      name: 'loupe_charge_batch_duration_seconds',
      help: 'From sending a batch of charges to the end of its commit, or to its failure',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    });
  }

  readonly note = (batch: readonly ChargeTimes[]): void => {
    const nowMs = clock.nowMs();
    const sentAtMs = batch[0]!.sentAtMs!;
    this.sizes.observe(batch.length);
    this.durations.observe((nowMs - sentAtMs) / 1_000);
  };
}
