import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UpstreamClient, UpstreamContext, userInfo } from '@loupe/upstream-client';
import type { Logger } from 'pino';
import { type Simulator, startSimulator } from '../../../test/support/per-worker/simulator';
import { SessionsFile } from './sessions-file';

let simulator: Simulator;
let directory: string;
let path: string;
let client: UpstreamClient | undefined;
const logger = { info: jest.fn(), warn: jest.fn(), error: jest.fn() };

beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.stop());
beforeEach(() => {
  jest.clearAllMocks();
  directory = mkdtempSync(join(tmpdir(), 'loupe-sessions-'));
  path = join(directory, 'sessions.json');
});
afterEach(async () => {
  await client?.close();
  client = undefined;
  rmSync(directory, { recursive: true });
});

const write = (content: unknown) =>
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
const fileOf = () => new SessionsFile(path, logger as unknown as Logger);
const fetchUser = () => client!.send(userInfo('1001'), new UpstreamContext(60_000));

function open(content: unknown): SessionsFile {
  write(content);
  const file = fileOf();
  client = new UpstreamClient({ baseUrl: simulator.baseUrl, sessions: file.read() });
  return file;
}

describe('SessionsFile', () => {
  it('reloads a changed sessions file', async () => {
    const file = open([{ cookie: 'sessionid=refused' }]);
    await expect(fetchUser()).rejects.toMatchObject({ reason: expect.stringContaining('login_required') });
    writeFileSync(
      join(directory, 'new.json'),
      JSON.stringify([{ headers: simulator.sessionHeaders, requests_per_second: 500 }]),
    );
    renameSync(join(directory, 'new.json'), path);
    file.reload(client!);
    await fetchUser();
    expect(client!.sessions.countByState()).toEqual({ ready: 1, resting: 0, dead: 0 });
  });

  it.each([
    ['half-written', '[{"cookie": "sessionid=sec'],
    ['empty', ''],
    ['not an array', { cookie: 'sessionid=secret' }],
    ['a rate of zero', [{ headers: {}, requests_per_second: 0 }]],
    ['an invalid proxy', [{ headers: {}, proxy: 'socks5://secret@host' }]],
    ['an unknown member', [{ headers: { cookie: 'sessionid=secret' }, rate: 2 }]],
    ['a header that cannot be sent', [{ cookie: 'sessionid=secret\r\nx: y' }]],
  ])('keeps the current sessions when the new sessions file is invalid: %s', async (_what, content) => {
    const file = open([simulator.sessionHeaders]);
    write(content);
    file.reload(client!);
    expect(file.isInUse).toBe(false);
    expect(logger.error).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(logger.error.mock.calls)).toMatch(/UPSTREAM_SESSIONS_FILE.*stay in use/);
    expect(JSON.stringify(logger.error.mock.calls)).not.toContain('secret');
    file.reload(client!);
    expect(logger.error).toHaveBeenCalledTimes(1);
    await fetchUser();
    write([simulator.sessionHeaders, { cookie: 'another' }]);
    file.reload(client!);
    expect(file.isInUse).toBe(true);
    expect(client!.sessions.size).toBe(2);
  });

  it('keeps the current sessions when the sessions file disappears', async () => {
    const file = open([simulator.sessionHeaders]);
    rmSync(path);
    file.reload(client!);
    expect(file.isInUse).toBe(false);
    await fetchUser();
  });

  it('reports the position of every invalid session at once', () => {
    write([{ cookie: 'a' }, 7, { headers: 'b' }]);
    expect(() => fileOf().read()).toThrow(/session 2 must .*; session 3 must/);
  });
});
