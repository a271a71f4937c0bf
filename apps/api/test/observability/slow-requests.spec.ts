import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UpstreamClient } from '@loupe/upstream-client';
import { DataSource } from 'typeorm';
import { ChargeQueues } from '../../src/core/billing/charge-queues';
import { kinds } from '../endpoints/failure-table';
import { noteLogLines } from '../support/log-lines';
import { type AnyJson, type SentReply, send } from '../support/send';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';
import { until } from '../support/until';

const guide = readFileSync(join(__dirname, '../../../../docs/operations/monitor.md'), 'utf8');
let api: TestApi;
let tenant: Tenant;
let lines: AnyJson[];

beforeAll(async () => {
  api = await startTestApi({ LOG_LEVEL: 'info', UPSTREAM_CONNECTIONS: '8' });
  tenant = await api.tenants.create('100');
  noteLogLines(api, ({ level, time, msg: text, ...fields }) => {
    if (level === 'info') lines.push({ ...fields, text });
  });
});
beforeEach(() => {
  lines = [];
});
afterEach(() => api.simulator.clearFaults());
afterAll(() => api.stop());

const ask = (path: string) => send(api.baseUrl, path, { key: tenant.key });

function lineOf({ headers }: SentReply): AnyJson {
  const line = lines.find(({ request_id }) => request_id === headers['x-request-id']);
  return JSON.parse(JSON.stringify(line));
}

async function lineWith(matches: (line: AnyJson) => boolean): Promise<AnyJson> {
  return until('the line is written', () => lines.find(matches));
}

describe('the log line of a request', () => {
  test('has the times of the upstream attempt and of the charge, even if nothing was slow', async () => {
    const { attempts, ...line } = lineOf(await ask(kinds.object));
    const times = { at_ms: expect.any(Number), ms: expect.any(Number) };
    expect(attempts).toMatchObject([{ ...times, request: 'users.info', session: 1, outcome: 'ok' }]);
    expect(line).toMatchObject({ charge_batch: 1, charge_ms: expect.any(Number), charge_wait_ms: expect.any(Number) });
    // The operator's guide explains all times, the fields of the charge, `attempts` and `outcome`.
    const members = Object.keys({ ...attempts[0], ...line }).filter((name) => /ms$|charge|attempts|outcome/.test(name));
    for (const name of members) expect(guide).toContain(`\`${name}\``);
    expect(attempts[0].at_ms + attempts[0].ms + line.charge_ms).toBeLessThanOrEqual(line.ms + 2);
  });

  test('has each upstream attempt with its outcome', async () => {
    await api.simulator.fault({ operation: 'users.info', fault: 'http_502', mode: 'once', delay_ms: 100 });
    const { attempts } = lineOf(await ask(kinds.object));
    expect(attempts.map(({ outcome }: AnyJson) => outcome)).toEqual(['failed', 'ok']);
    expect(attempts[0].ms).toBeGreaterThanOrEqual(99);
    expect(attempts[1].at_ms).toBeGreaterThanOrEqual(attempts[0].at_ms + attempts[0].ms - 1);
  });

  test('has the wait for an upstream connection', async () => {
    await api.simulator.fault({ operation: 'users.info', fault: 'hold' });
    const first = ask(kinds.object);
    await api.simulator.held(1);
    const second = ask('/users/1002');
    // The second request gets no connection until the first has ended.
    const { bulkhead } = api.app.get(UpstreamClient).families.of('users.info');
    await until('the second request waits for a connection', () => bulkhead.waiting === 1);
    await sleep(100);
    await api.simulator.clearFaults();
    await api.simulator.release();
    const { attempts } = lineOf(await second);
    expect(attempts[0].connection_wait_ms).toBeGreaterThan(50);
    expect(lineOf(await first).attempts[0].ms).toBeGreaterThan(50);
  });

  test('has the wait for the rate limit of an upstream session', async () => {
    const client = api.app.get(UpstreamClient);
    client.replaceSessions([{ headers: api.simulator.sessionHeaders, requestsPerSecond: 1 }]);
    const replies = await Promise.all([ask(kinds.object), ask(kinds.media)]);
    client.replaceSessions([{ headers: api.simulator.sessionHeaders }]);
    const waits = replies.map((reply) => lineOf(reply).attempts[0].session_wait_ms ?? 0);
    expect(Math.max(...waits)).toBeGreaterThan(100);
  });

  test('has the time of the charge, even if the charge timed out', async () => {
    const holder = api.app.get(DataSource).createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [tenant.accountId]);
    const pending = ask(kinds.object);
    const charges = api.app.get(ChargeQueues);
    let refused: SentReply;
    try {
      await until('the account is known to be locked', () => charges.lockedAccounts === 1);
      refused = await pending;
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
    const line = lineOf(refused);
    expect(line).toMatchObject({ status: 503, attempts: [{ outcome: 'ok' }], charge_batch: 1 });
    expect(line.charge_ms).toBeGreaterThanOrEqual(2_900);
    expect(line.ms).toBeGreaterThanOrEqual(line.charge_ms);
  });

  test('is followed by a second line when the caller disconnects before the whole response was sent', async () => {
    await api.simulator.fault({ operation: 'users.info', fault: 'hold' });
    const { hostname, port } = new URL(api.baseUrl);
    const socket = connect(Number(port), hostname);
    const requestFor = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${tenant.key}\r\n\r\n`;
    socket.write(requestFor(kinds.object) + requestFor(kinds.media));
    // The response to the second request is charged, and waits behind that of the first.
    const charged = await lineWith(({ operation }) => operation === 'posts.by_id');
    socket.destroy();
    const left = await lineWith(({ text }) => text === 'the caller left before the response');
    expect(left).toEqual({ request_id: charged.request_id, send_ms: expect.any(Number), text: left.text });
  });
});
