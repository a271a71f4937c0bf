import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allOperations } from '@loupe/dto';
import { Agent } from '../mcp/agent';
import { type Simulator, startSimulator } from '../support/per-worker/simulator';
import { describeWith, findProgram } from '../support/programs';
import { send } from '../support/send';
import { startTestApi, type TestApi } from '../support/test-api';
import { InstalledClients, isInstallation } from './installed-clients';
import { compileSamples, documented, guides, type Outcome, runSamples, type Sample, samplesIn } from './run-samples';

const root = join(__dirname, '../../../..');
const simulatorReadme = 'apps/upstream-sim/README.md';
const readmes = [
  'README.md',
  'libs/client/README.md',
  'libs/client-python/README.md',
  'apps/cli/README.md',
  simulatorReadme,
];
/** Commands that start the product. The tests of the launcher and of the simulator start it. */
const isStart = ({ code }: Sample) => /npm start|npm run build/.test(code);

/** Servers that do not end. `monitor-samples.full.ts` runs them. */
const isReceiver = ({ code }: Sample) => code.includes('LOUPE_WEBHOOK_SECRET');

const names = ['index', ...guides, ...allOperations.map(({ name }) => `reference/${name}`)];

let api: TestApi;
let sandbox: Simulator;
let simulator: Simulator;
let key: string;
let testKey: string;
let managementToken: string;
let clients: InstalledClients;
let samples: Sample[];
beforeAll(async () => {
  sandbox = await startSimulator();
  simulator = await startSimulator();
  api = await startTestApi({ SANDBOX_UPSTREAM_URL: sandbox.baseUrl, UPSTREAM_TIMEOUT_MS: '8000' });
  const tenant = await api.tenants.create('10');
  key = tenant.key;
  ({ key: testKey } = await api.tenants.addKey(tenant.accountId, { mode: 'test' }));
  managementToken = await api.tenants.addManagementToken(tenant.accountId);
  clients = await InstalledClients.of(api.baseUrl);
  installVault(await api.tenants.addKey(tenant.accountId));
  const pages = await Promise.all(names.map((name) => send(api.baseUrl, `/docs/${name}.md`)));
  samples = pages
    .flatMap(({ text }, index) => samplesIn(names[index]!, text))
    .filter((sample) => !isInstallation(sample));
  for (const file of readmes) {
    const found = samplesIn(file, readFileSync(join(root, file), 'utf8'));
    expect({ file, samples: found.length > 0 }).toEqual({ file, samples: true });
    // The simulator's TypeScript belongs into its tests: `readme.full.ts` runs it.
    const isOfTests = ({ language }: Sample) => file === simulatorReadme && language === 'ts';
    samples.push(...found.filter((sample) => !isStart(sample) && !isInstallation(sample) && !isOfTests(sample)));
  }
  samples.push(
    ...samplesIn('/', welcomeMarkdown((await send(api.baseUrl, '/', { headers: { accept: 'text/html' } })).text)),
  );
});
afterAll(async () => {
  clients.remove();
  await api.stop();
  await Promise.all([sandbox.stop(), simulator.stop()]);
});

/** As a reader runs it: with the reader's addresses and keys. Here, a shorter list than in the guide suffices, and `watch` ends. */
const adapted = ({ page, code }: Sample) =>
  (page === 'lists' ? code.replaceAll('CSgquzkYxhP', 'C-SmrmTsI29') : code)
    .replace('--every 300', '--every 300 --times 1')
    .replaceAll(/loupe_(…|\.\.\.)/g, key)
    .replaceAll('http://127.0.0.1:43117', simulator.baseUrl)
    .replaceAll(documented, api.baseUrl);

const variablesOf = (more: NodeJS.ProcessEnv = {}) => ({
  ...clients.variables,
  LOUPE_URL: api.baseUrl,
  LOUPE_API_KEY: key,
  LOUPE_TEST_KEY: testKey,
  LOUPE_MANAGEMENT_TOKEN: managementToken,
  CI_RUN: '4710',
  ...more,
});

/** Stands in for HashiCorp Vault, with the few commands of the guide. With VAULT_FAILS, it stores nothing. */
const vault = `#!/usr/bin/env node
import { readFileSync, writeFileSync } from 'node:fs';
const [, verb, ...words] = process.argv.slice(2);
const file = process.argv[1] + '.json';
const stored = JSON.parse(readFileSync(file, 'utf8'));
if (verb === 'get') console.log(stored[words[0].split('=')[1]]);
else {
  const given = JSON.parse(readFileSync(0, 'utf8'));
  for (const word of words.slice(1)) if (word !== '-') Object.assign(given, Object.fromEntries([word.split('=')]));
  if (process.env.VAULT_FAILS) process.exit(2);
  writeFileSync(file, JSON.stringify(given));
}
`;

function installVault({ keyId }: { keyId: number }): void {
  const file = join(clients.folder, 'bin/vault');
  mkdirSync(join(clients.folder, 'bin'), { recursive: true });
  writeFileSync(file, vault);
  chmodSync(file, 0o755);
  writeFileSync(`${file}.json`, JSON.stringify({ id: `${keyId}`, run: '0' }));
}

async function run(language: string): Promise<(Sample & Outcome)[]> {
  const chosen = samples.filter((sample) => sample.language === language && !isReceiver(sample));
  const outcomes = await runSamples(language, chosen.map(adapted), variablesOf(), clients.folder);
  return chosen.map((sample, index) => ({ ...sample, ...outcomes[index]! }));
}

const failuresIn = (outcomes: readonly (Sample & Outcome)[]) =>
  outcomes.filter(({ failure }) => failure).map(({ page, code, failure }) => `${page}\n${code}\n${failure}`);

/** Expects what a page shows of a response: some members and the first items, with `…` for text that varies. */
function expectShown(page: string, answer: unknown, shown: unknown): void {
  if (typeof shown === 'string') expect(answer).toMatch(patternOf(shown));
  else if (Array.isArray(shown))
    for (const [index, one] of shown.entries()) expectShown(page, (answer as unknown[])[index], one);
  else if (typeof shown === 'object' && shown !== null)
    for (const [name, one] of Object.entries(shown)) {
      expect({ page, members: Object.keys(answer as object) }).toEqual({
        page,
        members: expect.arrayContaining([name]),
      });
      expectShown(page, (answer as Record<string, unknown>)[name], one);
    }
  else expect({ page, answer }).toEqual({ page, answer: shown });
}

function patternOf(shown: string): RegExp {
  const literal = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`, 's');
}

function welcomeMarkdown(html: string): string {
  const decoded = (text: string) =>
    text
      .replace(/<[^>]+>/g, '')
      .replace(/&#x?(\w+);/g, (one, code: string) =>
        String.fromCharCode(Number(one.startsWith('&#x') ? `0x${code}` : code)),
      )
      .replaceAll('&quot;', '"');
  const [request, answer] = [...html.matchAll(/<code>(.*?)<\/code>/gs)].map(([, code]) => decoded(code!));
  return `\`\`\`bash\n${request}\n\`\`\`\n\n\`\`\`json\n${answer}\n\`\`\``;
}

it('the reference shows every operation with curl and every client', () => {
  for (const { name } of allOperations) {
    const languages = samples.filter(({ page }) => page === `reference/${name}`).map(({ language }) => language);
    expect({ name, languages }).toEqual({ name, languages: ['bash', 'ts', 'python', 'bash'] });
  }
});

it('samples in TypeScript compile with strict in a new project', async () => {
  const codes = samples.filter(({ language }) => language === 'ts').map(({ code }) => code);
  expect(await compileSamples(codes, clients.folder)).toBe('');
});

it('samples in TypeScript run and print something', async () => {
  const outcomes = await run('ts');
  expect(failuresIn(outcomes)).toEqual([]);
  const printed = outcomes.filter(({ page }) => page === 'libs/client/README.md').map(({ output }) => output);
  expect(printed).toEqual([
    expect.stringMatching(/^1001 \d+\n$/),
    expect.not.stringMatching(/undefined|NaN/),
    expect.stringMatching(/^0\.001200\nmarta\.trails 0 \d+ \d+\.\d{6} /),
    expect.stringMatching(/^private_account 0\.000600 \S+\n$/),
    'upstream_error 502\n',
    expect.stringMatching(/^(\d \w+ [\d-]+T.*\n){4}\d+ 0\n$/),
  ]);
  // `webhook-samples.full.ts` calls the functions of the guide to webhooks.
  for (const { page, output } of outcomes)
    if (page !== 'webhooks') expect({ page, output }).toEqual({ page, output: expect.stringMatching(/\S/) });
});

describeWith(findProgram('python3'), 'python3', 'samples in Python', () => {
  it('run and print something', async () => {
    const outcomes = await run('python');
    expect(failuresIn(outcomes)).toEqual([]);
    const printed = outcomes.filter(({ page }) => page === 'libs/client-python/README.md').map(({ output }) => output);
    expect(printed).toEqual([
      expect.stringMatching(/^1001 0\.001200 [\s\S]*\nprivate_account 0\.000600 \S+\n$/),
      'upstream_error 502\n',
      expect.stringMatching(/^(\d \w+ [\d-]+ .*\n){4}\d+ 0\n$/),
    ]);
    for (const { page, output } of outcomes)
      if (page !== 'webhooks') expect({ page, output }).toEqual({ page, output: expect.stringMatching(/\S/) });
  });
});

describeWith(findProgram('curl'), 'curl', 'samples in a shell', () => {
  it('run, and return the responses and headers that the guides show', async () => {
    const outcomes = await run('bash');
    expect(failuresIn(outcomes)).toEqual([]);
    const guidesShow = outcomes.filter(
      ({ page, expected }) => !page.startsWith('reference/') && Object.keys(expected).length > 0,
    );
    expect(guidesShow.length).toBeGreaterThan(10);
    for (const { page, output, headers = '', expected } of guidesShow) {
      if (expected.json) expectShown(page, JSON.parse(output), JSON.parse(expected.json));
      if (expected.text) expect(output.trim()).toBe(expected.text);
      const lines = headers.split('\r\n').map((line) => line.replace(/^[\w-]+:/, (name) => name.toLowerCase()));
      for (const line of expected.http?.split('\n') ?? [])
        expect(lines).toContainEqual(expect.stringMatching(patternOf(line)));
    }
    for (const { page, code, output } of outcomes.filter((one) => one.page.startsWith('reference/')))
      for (const answer of code.includes('--limit') ? output.trim().split('\n') : [output])
        expect({ page, answer: JSON.parse(answer) }).not.toMatchObject({
          answer: { code: expect.any(String), status: expect.any(Number) },
        });
  });
});

it('the step that rotates a key rotates it once for a run, and has the key, also when the vault fails at first', async () => {
  const { code } = samples.find((sample) => sample.page === 'keys-as-code' && sample.code.includes('keys rotate'))!;
  const stored = () => JSON.parse(readFileSync(join(clients.folder, 'bin/vault.json'), 'utf8'));
  const step = async (more: NodeJS.ProcessEnv) =>
    (await runSamples('bash', [code], variablesOf({ CI_RUN: '4711', ...more }), clients.folder))[0]!;
  const before = stored();
  expect((await step({ VAULT_FAILS: '1' })).failure).not.toBe('');
  expect(stored()).toEqual(before);
  for (let time = 1; time <= 2; time++)
    expect(await step({})).toMatchObject({ failure: '', output: `${stored().id}\n` });
  const { id, key: rotated, run: ofRun } = stored();
  expect([ofRun, (await send(api.baseUrl, '/system/balance', { key: rotated })).status]).toEqual(['4711', 200]);
  const rows = await api.database.dataSource.query('SELECT id FROM api_keys WHERE rotated_from_id = $1', [before.id]);
  expect(rows).toEqual([{ id }]);
});

async function rowsOf(guide: string): Promise<string[][]> {
  const { text } = await send(api.baseUrl, `/docs/${guide}.md`);
  return [...text.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, name, cells]) => [name!, ...cells!.split(' | ')]);
}

it('the guide to test keys describes the response to each fault', async () => {
  const rows = await rowsOf('test-keys');
  expect(rows.length).toBeGreaterThan(8);
  for (const [fault, answer] of rows) {
    const headers = { 'x-loupe-fault': fault! };
    const { status, json } = await send(api.baseUrl, '/users/1001/followers', { key: testKey, headers });
    const code = json.code ? ` \`${json.code}\`` : '';
    // The guide states `retryable` only where it differs from what is usual for the code.
    const isFinal = json.code === 'upstream_error' && !json.retryable;
    expect([fault, `${status}${code}${isFinal ? ', `retryable` false' : ''}`]).toEqual([fault, answer]);
  }
});

it('the guide for agents lists the tools with their prices', async () => {
  const agent = await Agent.connect(api.baseUrl, { 'x-api-key': key });
  const { tools } = await agent.client.listTools();
  await agent.close();
  const rows = await rowsOf('agents');
  expect(rows.map(([name]) => name).sort()).toEqual(tools.map(({ name }) => name).sort());
  const amounts = (text = '') => new Set(text.match(/\$[\d.]*\d/g));
  for (const [name, , price] of rows) {
    const { description } = tools.find((tool) => tool.name === name)!;
    expect([name, ...amounts(description)]).toEqual(expect.arrayContaining([name, ...amounts(price)]));
    expect([name, /free/i.test(description!)]).toEqual([name, /free/.test(price!)]);
  }
});
