import { DataSource } from 'typeorm';
import type { NewMonitor } from '../../src/core/monitors/monitor';
import { MonitorRuns } from '../../src/core/monitors/monitor-runs';
import { Monitors } from '../../src/core/monitors/monitors';
import { Notifications } from '../../src/core/notifications/notifications';
import { MonitorRunner } from '../../src/monitors/monitor-runner';
import { StubUpstream } from '../support/stub-upstream';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';
import { until } from '../support/until';

/** How long to wait for a run, which is a whole call to the upstream with its charge. */
export const runMs = 20_000;

export const actor = { userId: null, label: 'test', address: null };

export interface EndedRun {
  id: string;
  outcome: string;
  code: string | null;
  reason: string | null;
  request_id: string | null;
}

/** An installation whose upstream answers with a profile and a list of reels, both as the test chooses. */
export class MonitorWorld {
  followers: unknown = 417;
  /** The ids of the reels, newest first. An id is also the time of its reel. */
  reels = '9 8 7';
  /** Whether the upstream answers with nonsense. */
  isBroken = false;
  upstreamCalls = 0;
  readonly dataSource: DataSource;
  readonly monitors: Monitors;
  readonly runs: MonitorRuns;
  readonly runner: MonitorRunner;
  readonly notifications: Notifications;

  private constructor(
    readonly api: TestApi,
    readonly upstream: StubUpstream,
  ) {
    this.dataSource = api.app.get(DataSource);
    this.monitors = api.app.get(Monitors, { strict: false });
    this.runs = api.app.get(MonitorRuns, { strict: false });
    this.runner = api.app.get(MonitorRunner, { strict: false });
    this.notifications = api.app.get(Notifications, { strict: false });
    upstream.body = ({ url }) => {
      this.upstreamCalls++;
      if (this.isBroken) return 'nonsense';
      if (!url.pathname.includes('clips/user'))
        return { user: { pk: 1001, username: 'u', is_private: false, follower_count: this.followers }, status: 'ok' };
      const items = this.reels.split(' ').map((pk) => ({ media: { pk, taken_at: Number(pk) } }));
      return { items, paging_info: { more_available: true, max_id: 'more' }, status: 'ok' };
    };
  }

  static async start(): Promise<MonitorWorld> {
    const upstream = new StubUpstream();
    return new MonitorWorld(await startTestApi({ UPSTREAM_BASE_URL: await upstream.start() }), upstream);
  }

  async stop(): Promise<void> {
    await this.api.stop();
    this.upstream.stop();
  }

  query(sql: string, values: unknown[] = []): Promise<Record<string, string>[]> {
    return this.dataSource.query(sql, values);
  }

  /** A monitor of a value by default, with its baseline. */
  async add({ accountId, keyId }: Tenant, changes: Partial<NewMonitor> = {}): Promise<number> {
    const { id } = await this.monitors.create(
      {
        ...{ accountId, keyFamilyId: keyId, developerId: null, name: 'Followers', everyMinutes: 15 },
        ...{ operation: 'users.by_id', parameters: { user_id: '1001' }, kind: 'changed', fields: ['follower_count'] },
        ...changes,
      },
      actor,
    );
    await this.untilEnded(id);
    return id;
  }

  addReels(tenant: Tenant): Promise<number> {
    return this.add(tenant, { operation: 'users.reels', kind: 'new_items', fields: [] });
  }

  /** Makes a monitor due, and waits for its run. */
  async run(id: number): Promise<EndedRun> {
    const before = (await this.lastRun(id))?.id;
    await this.makeDue(id);
    return this.untilEnded(id, before);
  }

  async makeDue(id: number): Promise<void> {
    await this.query('UPDATE monitors SET next_run_at = now() WHERE id = $1 AND next_run_at IS NOT NULL', [id]);
  }

  untilEnded(id: number, before?: string): Promise<EndedRun> {
    const ended = async () => {
      await this.runner.run();
      const last = await this.lastRun(id);
      return last && last.id !== before && last.outcome !== 'running' ? last : undefined;
    };
    return until('the run has ended', ended, runMs);
  }

  /** Events in the form `20` for an item, and `19>20` for a value. */
  async events(id: number): Promise<string[]> {
    const rows = await this.query('SELECT * FROM monitor_events WHERE monitor_id = $1 ORDER BY id', [id]);
    return rows.map(({ item_id, before, after }) => item_id ?? `${before}>${after}`);
  }

  async charges({ accountId }: Tenant): Promise<number> {
    const sql = `SELECT count(*) FROM transfers WHERE account_id = $1 AND kind = 'charge'`;
    return Number((await this.query(sql, [accountId]))[0]!.count);
  }

  /** As after a kill of the process that does the run. */
  async loseLease(id: number, startedAgo = '1 minute'): Promise<void> {
    await this.query(
      `UPDATE monitor_runs SET leased_until = now(), started_at = now() - $2::interval WHERE monitor_id = $1 AND ended_at IS NULL`,
      [id, startedAgo],
    );
  }

  private async lastRun(id: number): Promise<EndedRun | undefined> {
    const [run] = await this.query('SELECT * FROM monitor_runs WHERE monitor_id = $1 ORDER BY id DESC LIMIT 1', [id]);
    return run as EndedRun | undefined;
  }
}
