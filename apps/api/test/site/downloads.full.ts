import { join } from 'node:path';
import { describeWith, findProgram } from '../support/programs';
import { send } from '../support/send';
import { startTestApi, type TestApi } from '../support/test-api';
import { InstalledClients } from './installed-clients';

let api: TestApi;
let clients: InstalledClients;
let variables: NodeJS.ProcessEnv;
beforeAll(async () => {
  api = await startTestApi();
  const { key } = await api.tenants.create('10');
  variables = { LOUPE_URL: api.baseUrl, LOUPE_API_KEY: key };
  clients = await InstalledClients.of(api.baseUrl);
});
afterAll(async () => {
  clients.remove();
  await api.stop();
});

const run = (program: string, ...words: string[]) => clients.run(program, words, variables);

it.each([
  ['loupe-client.tgz', 'application/gzip'],
  ['loupe-cli.tgz', 'application/gzip'],
  ['loupe.py', 'text/x-python; charset=utf-8'],
])('/docs/%s can be downloaded without a key', async (name, type) => {
  const { status, headers, bytes } = await send(api.baseUrl, `/docs/${name}`);
  expect({ status, headers, bytes: bytes.length }).toMatchObject({
    status: 200,
    headers: { 'content-type': type, 'x-content-type-options': 'nosniff', 'content-length': `${bytes.length}` },
  });
  expect(headers['content-encoding']).toBeUndefined();
  const again = await send(api.baseUrl, `/docs/${name}`, { headers: { 'if-none-match': headers.etag! } });
  expect([again.status, again.text]).toEqual([304, '']);
});

const program = `const { Loupe } = await import('@loupe/client');
const { LOUPE_URL: baseUrl, LOUPE_API_KEY: apiKey } = process.env;
console.log((await new Loupe({ baseUrl, apiKey }).users.byUsername('marta.trails')).pk);`;

it('the downloaded TypeScript client can be installed, imported and called', async () => {
  expect(await run(process.execPath, '--input-type=module', '-e', program)).toBe('1001\n');
});

describeWith(findProgram('python3'), 'python3', 'loupe.py', () => {
  it('can be imported and called by a program in the same folder', async () => {
    const code = `import os; from loupe import Loupe
print(Loupe(os.environ["LOUPE_URL"], os.environ["LOUPE_API_KEY"]).users.by_username("marta.trails").data["pk"])`;
    expect(await run('python3', '-c', code)).toBe('1001\n');
  });
});

it('the downloaded command runs when it is installed, and directly from its URL', async () => {
  const installed = await run(join(clients.folder, 'bin/loupe-cli'), 'balance');
  expect(JSON.parse(installed)).toMatchObject({ currency: 'USD' });
  const fetched = await run('npx', '--yes', `${api.baseUrl}/docs/loupe-cli.tgz`, 'balance');
  expect(JSON.parse(fetched)).toMatchObject({ currency: 'USD' });
});
