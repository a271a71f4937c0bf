import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StripeStub } from '../../../../scripts/lib/stripe-stub.cjs';
import { Metrics } from '../../src/platform/observability/metrics';
import { describeWith, findProgram } from '../support/programs';
import { startTestApi, type TestApi } from '../support/test-api';

const root = join(__dirname, '../../../..');
const monitoring = join(root, 'apps/api/monitoring');
const rules = readFileSync(join(monitoring, 'alerts.yml'), 'utf8');
const dashboard = readFileSync(join(monitoring, 'dashboard.json'), 'utf8');
const guide = readFileSync(join(root, 'docs/alerts.md'), 'utf8');

const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
const sections = guide
  .split(/^### /m)
  .slice(1)
  .map((section) => section.split('\n', 1)[0]!);

describe('docs/alerts.md', () => {
  test('has exactly one section for each alert, and each alert links to its section', () => {
    expect(sections).toEqual(alerts);
    const named = [...rules.matchAll(/runbook_url: docs\/alerts\.md#(\w+)/g)].map(([, anchor]) => anchor);
    expect(named).toEqual(alerts.map((name) => name.toLowerCase()));
  });

  test('quotes only lines that the log may contain', () => {
    const sources = readdirSync(join(root, 'apps/api/src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
      .map((path) => readFileSync(join(root, 'apps/api/src', path), 'utf8'))
      .join('\n')
      // A job's log text is its name and “failed”, which are separate in the source.
      .replace(/\[\s*'([^']+)',\s*\w+Ms,/g, '$1 failed')
      .replace('$' + '{variable}', 'UPSTREAM_SESSIONS_FILE');
    const quoted = [...guide.matchAll(/“([^”]+)”/g)].map(([, text]) => text!.replace(/\s+/g, ' '));
    expect(quoted.length).toBeGreaterThan(10);
    for (const text of quoted) expect(sources).toContain(text);
  });
});

describe('alerts and dashboard', () => {
  let api: TestApi;
  let text: string;
  beforeAll(async () => {
    api = await startTestApi(StripeStub.variablesOf('http://127.0.0.1:9'));
    text = await api.app.get(Metrics).registry.metrics();
  });
  afterAll(() => api.stop());

  test.each([
    ['alerts', () => rules],
    ['dashboard', () => dashboard],
  ])('only existing metrics are named in the %s', (_what, read) => {
    const registered = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!));
    // This metric exists only with Redis.
    registered.add('loupe_rates_shared');
    const named = [...read().matchAll(/\b(?:loupe|process|nodejs)_\w+/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(20);
    for (const name of named) expect([...registered]).toContain(name.replace(/_(bucket|sum|count)$/, ''));
  });

  describeWith(findProgram('promtool'), 'promtool', 'promtool', () => {
    const promtool = (...args: string[]) =>
      spawnSync('promtool', args, { cwd: monitoring, encoding: 'utf8', input: text });

    test('accepts the rules, and each rule fires in trouble and not before', () => {
      expect(promtool('check', 'rules', 'alerts.yml')).toMatchObject({ status: 0 });
      const tested = [...readFileSync(join(monitoring, 'alerts.test.yml'), 'utf8').matchAll(/- name: (\w+)/g)];
      expect(tested.map(([, name]) => name)).toEqual(alerts);
      const { status, stdout } = promtool('test', 'rules', 'alerts.test.yml');
      expect({ status, stdout }).toMatchObject({ status: 0 });
    });

    test('accepts the names and units of Loupe’s metrics', () => {
      const { stdout, stderr } = promtool('check', 'metrics');
      expect(`${stdout}${stderr}`.split('\n').filter((line) => line.startsWith('loupe_'))).toEqual([]);
    });
  });
});
