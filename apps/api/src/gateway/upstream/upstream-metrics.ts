import { allBounds, type UpstreamClient } from '@loupe/upstream-client';
import { Counter } from 'prom-client';
import type { Metrics } from '../../platform/observability/metrics';

const breakerValues = { closed: 0, half_open: 1, open: 2 } as const;

/** Registers the upstream client's metrics. They are read on each scrape. */
export function registerUpstreamMetrics(metrics: Metrics, client: UpstreamClient): void {
  const { families, sessions } = client;
  const byFamily = (name: string, help: string, read: (family: (typeof families.all)[number]) => number) =>
    metrics.gauges(name, help, 'family', async () => families.all.map((family) => [family.name, read(family)]));
  byFamily(
    'loupe_upstream_connections_in_use',
    'Connections in use by requests of the family',
    (one) => one.bulkhead.underWay,
  );
  metrics.gauge(
    'loupe_upstream_connections_in_quarantine',
    'Connections that carry no request for a moment after a response',
    () => client.connectionsInQuarantine,
  );
  byFamily('loupe_upstream_waiting', 'Requests that wait for a connection', (one) => one.bulkhead.waiting);
  byFamily('loupe_upstream_breaker', '0 closed, 1 half open, 2 open', (one) => breakerValues[one.breaker.state]);
  byFamily(
    'loupe_upstream_failing_requests',
    'Requests that keep failing and are refused while others of the family are sent',
    (one) => one.breaker.paths.refused,
  );
  metrics.gauges('loupe_upstream_sessions', 'Upstream sessions by state', 'state', async () =>
    Object.entries(sessions.countByState()),
  );
  metrics.gauge(
    'loupe_upstream_session_waiting',
    'Requests that wait for the rate of a session',
    () => sessions.waiting,
  );
  metrics.gauge('loupe_upstream_buffered_bytes', 'Bytes of upstream responses in memory', () => client.bufferedBytes);
  new Counter({
    name: 'loupe_upstream_attempts_total',
    help: 'Attempts at upstream requests by outcome',
    labelNames: ['family', 'outcome'],
    registers: [metrics.registry],
    collect() {
      this.reset();
      for (const { name: family, outcomes } of families.all)
        for (const [outcome, count] of Object.entries(outcomes)) this.inc({ family, outcome }, count);
    },
  });
  metrics.counters('loupe_upstream_retries_total', 'Attempts that were retries', 'family', () =>
    families.all.map(({ name, retries }) => [name, retries]),
  );
  new Counter({
    name: 'loupe_upstream_suspect_charges_total',
    help: 'Requests that were charged for an answer that may belong to another request',
    registers: [metrics.registry],
    collect() {
      this.reset();
      this.inc(client.suspectCharges);
    },
  });
  const boundsHelp = 'How often a request exceeded a bound of the upstream client';
  metrics.counters('loupe_upstream_bounds_passed_total', boundsHelp, 'bound', () =>
    allBounds.map((bound) => [bound, client.boundsPassed.get(bound) ?? 0]),
  );
}
