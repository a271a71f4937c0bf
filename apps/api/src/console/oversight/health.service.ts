import { UpstreamClient } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { KeySetRefresher } from '../../core/auth/key-set.refresher';
import { ChargeQueues } from '../../core/billing/charge-queues';
import { ReconcileRuns } from '../../core/billing/reconcile/reconcile';
import { PublishedQuality } from '../../core/usage/published-quality';
import type { HealthView } from './oversight.dto';

@Injectable()
export class HealthService {
  constructor(
    private readonly upstream: UpstreamClient,
    private readonly charges: ChargeQueues,
    private readonly keySet: KeySetRefresher,
    private readonly reconcileRuns: ReconcileRuns,
    private readonly quality: PublishedQuality,
  ) {}

  /** Only `reconcile` and `quality` describe the whole service. The other members describe this process. */
  async read(): Promise<HealthView> {
    const { sessions, breakerState: breaker } = this.upstream;
    const { time, service } = this.quality.latest;
    const reconcile = await this.reconcileRuns.last();
    const health: Omit<HealthView, 'ok'> = {
      upstream: { breaker, sessions: sessions.size, healthy_sessions: sessions.healthy() },
      charge_queue: { waiting: this.charges.length, capacity: this.charges.capacity },
      key_set: { keys: this.keySet.size, age_seconds: Math.round(this.keySet.ageMs / 1_000) },
      reconcile: reconcile ? { time: reconcile.at.toISOString(), differences: reconcile.differences } : null,
      quality: time && service.last_24_hours ? { time, ...service.last_24_hours } : null,
    };
    return { ok: isHealthy(health), ...health };
  }
}

function isHealthy({ upstream, charge_queue: queue, key_set: keys, reconcile }: Omit<HealthView, 'ok'>): boolean {
  const isUpstreamHealthy = upstream.breaker === 'closed' && upstream.healthy_sessions > 0;
  const isServiceHealthy = queue.waiting < queue.capacity / 2 && keys.age_seconds <= 30;
  return isUpstreamHealthy && isServiceHealthy && (reconcile?.differences ?? 0) === 0;
}
