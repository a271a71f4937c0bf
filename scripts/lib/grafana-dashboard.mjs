// The dashboard for Grafana, as it is imported: rows of panels, each of them one or more expressions.
const rate = (metric, by) => `sum by (${by}) (rate(${metric}[$__rate_interval]))`;
const quantile = (metric, q) => `histogram_quantile(${q}, sum by (le) (rate(${metric}_bucket[$__rate_interval])))`;

const rows = {
  'Requests: rate, errors, duration': [
    panel('Answers by operation', 'reqps', [rate('loupe_answers_total', 'operation'), '{{operation}}']),
    panel('Failures', 'reqps', [rate('loupe_answers_total{status=~"5..|429"}', 'status, code'), '{{status}} {{code}}']),
    panel(
      'Duration',
      's',
      [quantile('loupe_request_duration_seconds', 0.5), 'p50'],
      [quantile('loupe_request_duration_seconds', 0.99), 'p99'],
      [quantile('loupe_upstream_duration_seconds', 0.99), 'p99 of the upstream'],
    ),
    panel('Refused for lack of room', 'reqps', [rate('loupe_requests_refused_total', 'reason'), '{{reason}}']),
  ],
  Money: [
    panel('Revenue', 'currencyUSD', ['sum(increase(loupe_charged_micro_usd_total[1h])) / 1e6', 'USD an hour']),
    panel(
      'Charges waiting',
      'none',
      ['loupe_charges_waiting', '{{instance}}'],
      ['loupe_locked_accounts', '{{instance}}: locked accounts'],
    ),
    panel(
      'Oldest charge, and commits',
      's',
      ['loupe_charges_oldest_seconds', '{{instance}}: oldest'],
      [quantile('loupe_charge_batch_duration_seconds', 0.99), 'p99 of a commit'],
    ),
    panel(
      'Charges in a batch',
      'none',
      [quantile('loupe_charge_batch_size', 0.5), 'p50'],
      [quantile('loupe_charge_batch_size', 0.99), 'p99'],
    ),
    panel(
      'Faults',
      'none',
      ['loupe_charges_failing', '{{instance}}: failing'],
      ['loupe_reconcile_differences', '{{instance}}: differences'],
    ),
    panel('Since the books were checked', 's', ['time() - max(loupe_reconcile_last_run_timestamp_seconds)', 'age']),
  ],
  Upstream: [
    panel('Attempts', 'reqps', [rate('loupe_upstream_attempts_total', 'family, outcome'), '{{family}} {{outcome}}']),
    panel('Repeats', 'reqps', [rate('loupe_upstream_retries_total', 'family'), '{{family}}']),
    panel('Breakers: 1 trying, 2 open', 'none', ['max by (family) (loupe_upstream_breaker)', '{{family}}']),
    panel(
      'Sessions',
      'none',
      ['sum by (state) (loupe_upstream_sessions)', '{{state}}'],
      ['min(loupe_upstream_sessions_file_in_use)', 'file in use'],
    ),
    panel('Connections', 'none', ['sum by (family) (loupe_upstream_connections_in_use)', '{{family}}']),
    panel(
      'Waiting',
      'none',
      ['sum by (family) (loupe_upstream_waiting)', '{{family}}'],
      ['sum(loupe_upstream_session_waiting)', 'for a session'],
    ),
    panel('Answers in memory', 'bytes', ['loupe_upstream_buffered_bytes', '{{instance}}']),
    panel('Bounds passed', 'ops', [rate('loupe_upstream_bounds_passed_total', 'bound'), '{{bound}}']),
  ],
  'Keys, database, webhooks': [
    panel(
      'Keys: age and lag of revocations',
      's',
      ['loupe_keys_age_seconds', '{{instance}}: age'],
      ['loupe_revocation_lag_seconds', '{{instance}}: lag'],
    ),
    panel('Keys', 'none', ['max(loupe_keys)', 'keys'], ['min(loupe_rates_shared)', 'rates shared']),
    panel(
      'Pool of the database',
      'none',
      ['loupe_database_pool_connections', '{{instance}}: {{state}}'],
      ['loupe_database_pool_waiting', '{{instance}}: waiting'],
    ),
    panel(
      'Webhooks',
      'ops',
      [rate('loupe_webhook_attempts_total', 'outcome'), '{{outcome}}'],
      [rate('loupe_usage_rows_dropped_total', 'of'), 'lost rows of {{of}}'],
    ),
  ],
  Processes: [
    panel(
      'Serving',
      'none',
      ['max(loupe_api_processes)', 'processes'],
      ['sum by (reason) (loupe_readiness_fault)', 'not ready: {{reason}}'],
    ),
    panel('Under way', 'none', ['loupe_requests_under_way', '{{instance}}']),
    panel('Event-loop delay', 's', ['nodejs_eventloop_lag_p99_seconds', '{{instance}}']),
    panel('Memory', 'bytes', ['process_resident_memory_bytes{job="loupe"}', '{{instance}}']),
    panel('Processor time', 'percentunit', [
      'rate(process_cpu_seconds_total{job="loupe"}[$__rate_interval])',
      '{{instance}}',
    ]),
    panel('File descriptors', 'none', ['process_open_fds{job="loupe"}', '{{instance}}']),
  ],
};

function panel(title, unit, ...queries) {
  return { title, unit, queries };
}

const datasource = { type: 'prometheus', uid: '$datasource' };
const width = 8;
const height = 8;

function panelOf({ title, unit, queries }, id, x, y) {
  return {
    id,
    type: 'timeseries',
    title,
    datasource,
    gridPos: { x, y, w: width, h: height },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    options: { tooltip: { mode: 'multi' }, legend: { displayMode: 'list', placement: 'bottom' } },
    targets: queries.map(([expr, legendFormat], index) => ({
      refId: String.fromCharCode(65 + index),
      datasource,
      expr,
      legendFormat,
      exemplar: expr.includes('request_duration'),
    })),
  };
}

export function grafanaDashboard() {
  const panels = [];
  let y = 0;
  for (const [title, members] of Object.entries(rows)) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title,
      collapsed: false,
      gridPos: { x: 0, y, w: 24, h: 1 },
      panels: [],
    });
    y += 1;
    for (const [index, member] of members.entries())
      panels.push(panelOf(member, panels.length + 1, (index % 3) * width, y + Math.floor(index / 3) * height));
    y += Math.ceil(members.length / 3) * height;
  }
  const variable = { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' };
  const rest = {
    uid: 'loupe',
    title: 'Loupe',
    tags: ['loupe'],
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    templating: { list: [variable] },
  };
  const lines = panels.map((one) => JSON.stringify(one));
  return `${JSON.stringify(rest).slice(0, -1)},"panels":[\n${lines.join(',\n')}\n]}\n`;
}
