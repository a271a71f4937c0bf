import { followEvents, LoupeManagement, type MonitorEvent } from '@loupe/client';
import { MonitorRunner } from '../../src/monitors/monitor-runner';
import { Agent } from '../mcp/agent';
import { runMs } from '../monitors/monitor-world';
import { until } from '../support/until';
import { CallerWorld, failureOf } from './caller-world';

const world = new CallerWorld();

/** Waits until a monitor has ended this many runs. */
function untilRuns(management: LoupeManagement, id: string, count: number): Promise<string[]> {
  const ended = async () => {
    await world.api.app.get(MonitorRunner, { strict: false }).run();
    const outcomes: string[] = [];
    for await (const { outcome } of management.monitorRuns(id)) outcomes.push(outcome);
    return outcomes.length === count && outcomes[0] !== 'running' ? outcomes : undefined;
  };
  return until(`the monitor has ended ${count} runs`, ended, runMs);
}

describe('the clients and monitors', () => {
  afterEach(() => world.api.simulator.undoChanges());

  it('make a monitor, read its events, go on after the last known one, and delete it', async () => {
    const { api, tenant } = world;
    const token = await api.tenants.addManagementToken(tenant.accountId);
    const management = new LoupeManagement({ baseUrl: api.baseUrl, token, pace: false });
    const publish = () => api.simulator.publish({ user_id: '1001', format: 'reel', count: 1 });
    const { id } = await management.createMonitor({
      operation: 'users.reels',
      parameters: { user_id: '1001' },
      kind: 'new_items',
      every_minutes: 15,
      key_id: `${tenant.keyId}`,
    });
    await untilRuns(management, id, 1);
    const [first] = await publish();
    await management.runMonitor(id);
    expect(await untilRuns(management, id, 2)).toEqual(['changed', 'baseline']);
    const loupe = world.client();
    const known: MonitorEvent[] = await loupe.monitors.events(id).toArray({ limit: 10 });
    expect(known).toMatchObject([{ monitor_id: id, kind: 'new_items', item_id: first }]);

    const stop = new AbortController();
    const cursor = known[0]!.id;
    const following = followEvents(loupe, id, { cursor, everyMs: 1, signal: stop.signal });
    const next = following.next();
    const [second] = await publish();
    await management.runMonitor(id);
    await untilRuns(management, id, 3);
    expect((await next).value).toMatchObject({ item_id: second });
    const never = following.next();
    stop.abort();
    await expect(never).rejects.toThrow('abort');

    const agent = await Agent.connect(api.baseUrl, { 'x-api-key': tenant.key });
    const { data, summary } = await agent.use('loupe_monitor_events', { monitor: id, cursor });
    await agent.close();
    expect(JSON.parse(data)).toMatchObject([{ item_id: second }]);
    expect(summary).toContain('cost $0,');

    expect(await management.changeMonitor(id, { state: 'paused' })).toMatchObject({ pause_reason: 'member' });
    const ids: string[] = [];
    for await (const monitor of management.monitors()) ids.push(monitor.id);
    expect(ids).toEqual([id]);
    expect(await management.deleteMonitor(id)).toBeUndefined();
    expect(await failureOf(management.monitor(id))).toMatchObject({ code: 'not_found' });
  });
});
