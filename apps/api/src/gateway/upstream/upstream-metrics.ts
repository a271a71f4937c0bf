import type { UpstreamClient } from '@loupe/upstream-client';
import { Counter, Gauge } from 'prom-client';
import type { Metrics } from '../../platform/observability/metrics';

const breakerValues = { closed: 0, half_open: 1, open: 2 } as const;

/** What the client has counted, read whenever Prometheus asks: requests do not pay for it. */
export function registerUpstreamMetrics(metrics: Metrics, client: UpstreamClient): void {
  const registers = [metrics.registry];
  const { families, sessions } = client;
  const byFamily = (name: string, help: string, read: (family: (typeof families.all)[number]) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['family'],
      registers,
      collect() {
        for (const family of families.all) this.set({ family: family.name }, read(family));
      },
    });
  byFamily(
    'loupe_upstream_connections_in_use',
    'Connections that requests of a family hold',
    (one) => one.share.underWay,
  );
  byFamily('loupe_upstream_waiting', 'Requests that wait for a connection', (one) => one.share.line.length);
  byFamily('loupe_upstream_breaker', '0 closed, 1 trying again, 2 open', (one) => breakerValues[one.breaker.state]);
  new Gauge({
    name: 'loupe_upstream_sessions',
    help: 'Upstream sessions by state',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(sessions.countByState())) this.set({ state }, count);
    },
  });
  metrics.gauge(
    'loupe_upstream_session_waiting',
    'Requests that wait for the rate of a session',
    () => sessions.waiting,
  );
  metrics.gauge('loupe_upstream_buffered_bytes', 'Bytes of upstream answers in memory', () => client.bufferedBytes);
  new Counter({
    name: 'loupe_upstream_attempts_total',
    help: 'How attempts at the upstream ended',
    labelNames: ['family', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const { name: family, outcomes } of families.all)
        for (const [outcome, count] of Object.entries(outcomes)) this.inc({ family, outcome }, count);
    },
  });
  new Counter({
    name: 'loupe_upstream_retries_total',
    help: 'Attempts that repeated another',
    labelNames: ['family'],
    registers,
    collect() {
      this.reset();
      for (const { name: family, retries } of families.all) this.inc({ family }, retries);
    },
  });
  new Counter({
    name: 'loupe_upstream_bounds_passed_total',
    help: 'How often a bound of the upstream client was passed',
    labelNames: ['bound'],
    registers,
    collect() {
      this.reset();
      for (const [bound, count] of client.boundsPassed) this.inc({ bound }, count);
    },
  });
}
