import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../../scripts/lib/free-port.cjs';
import { EnvError, readEnv } from '../../platform/config/env';
import { readEnvOfStart, warnAtStart } from './start-checks';

describe('the checks of a start', () => {
  let directory: string;
  let usual: NodeJS.ProcessEnv;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'loupe-start-'));
    usual = {
      DATA_DIR: join(directory, 'data'),
      HOST: '127.0.0.1',
      PORT: '0',
      MANAGEMENT_PORT: '0',
      DATABASE_URL: 'postgres://h/d',
      UPSTREAM_BASE_URL: 'http://127.0.0.1:9',
    };
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const errorsOf = async (more: NodeJS.ProcessEnv) =>
    readEnvOfStart({ ...usual, ...more }, true).then(
      () => [],
      (error: EnvError) => error.errors,
    );

  function fileOf(name: string, content: string): string {
    writeFileSync(join(directory, name), content);
    return join(directory, name);
  }

  it('reports wrong values, addresses, files and folders in one list', async () => {
    const file = fileOf('file', '');
    const errors = await errorsOf({
      DATABASE_URL: '',
      UPSTREAM_BASE_URL: '',
      UPSTREAM_BASE_ULR: 'x',
      PORT: 'x',
      TRUSTED_PROXIES: 'foo',
      // RFC 5737: no machine has this address.
      HOST: '192.0.2.1',
      DATA_DIR: join(file, 'data'),
      UPSTREAM_SESSIONS_FILE: fileOf('sessions.json', '{"cookie":"hunter2"}'),
      UPSTREAM_DOC_IDS_FILE: join(directory, 'missing.json'),
    });
    expect(errors).toEqual([
      expect.stringMatching(/^TRUSTED_PROXIES must be IP addresses/),
      'PORT must be a whole number from 0 to 65535',
      'DATABASE_URL must be set when the server runs without npm start',
      'UPSTREAM_BASE_URL must be set when the server runs without npm start',
      'HOST 192.0.2.1 is not an address of this machine; 0.0.0.0 stands for all of them',
      `DATA_DIR ${join(file, 'data')} cannot be written (ENOTDIR)`,
      'UPSTREAM_SESSIONS_FILE must hold an array of sessions',
      `UPSTREAM_DOC_IDS_FILE: the file ${join(directory, 'missing.json')} cannot be read (ENOENT)`,
      'UPSTREAM_BASE_ULR is not a setting; did you mean UPSTREAM_BASE_URL?',
    ]);
  });

  it('creates DATA_DIR and leaves nothing in it', async () => {
    expect(await errorsOf({})).toEqual([]);
    expect(readdirSync(join(directory, 'data'))).toEqual([]);
  });

  it('names each port that is in use, and a management port that is the public one', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const port = String((taken.address() as AddressInfo).port);
    const inUse = (name: string) => `${name} ${port} is already in use by another program; set ${name} to a free one`;
    expect(await errorsOf({ PORT: port })).toEqual([inUse('PORT')]);
    expect(await errorsOf({ MANAGEMENT_PORT: port })).toEqual([inUse('MANAGEMENT_PORT')]);
    taken.close();
    const free = String(await freePort());
    expect(await errorsOf({ PORT: free, MANAGEMENT_PORT: free })).toEqual(['MANAGEMENT_PORT must differ from PORT']);
  });

  it('names a MANAGEMENT_HOST that does not resolve', async () => {
    expect(await errorsOf({ MANAGEMENT_HOST: 'nobody.invalid' })).toEqual([
      expect.stringMatching(/^MANAGEMENT_HOST nobody\.invalid is neither an IP address nor a name .*\(E\w+\)$/),
    ]);
  });

  it('accepts files that begin with a byte order mark', async () => {
    const errors = await errorsOf({
      UPSTREAM_SESSIONS_FILE: fileOf('sessions.json', '\uFEFF[{"cookie":"a=b"}]'),
      UPSTREAM_DOC_IDS_FILE: fileOf('ids.json', '\uFEFF{}'),
    });
    expect(errors).toEqual([]);
  });

  it('lets the launcher start without a database and an upstream', async () => {
    const env = await readEnvOfStart({ ...usual, DATABASE_URL: '', UPSTREAM_BASE_URL: '' }, false);
    expect(env.UPSTREAM_BASE_URL).toBeUndefined();
  });

  it('warns of an upstream that refuses connections, without its password', async () => {
    const port = await freePort();
    const source = { ...usual, UPSTREAM_BASE_URL: `http://u:hunter2@127.0.0.1:${port}` };
    const warning = await new Promise((warn) => warnAtStart(readEnv(source), source, { warn }));
    expect(warning).toBe(`UPSTREAM_BASE_URL: the upstream at 127.0.0.1:${port} cannot be connected to (ECONNREFUSED)`);
  });
});
