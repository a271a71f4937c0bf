import { once } from 'node:events';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { known } from '../endpoints/known';
import { Agent } from '../mcp/agent';
import { afterTest } from '../support/after-test';
import { until } from '../support/until';
import { CliWorld, itemsOf } from './cli-world';
import { CuttingProxy } from './cutting-proxy';

const world = new CliWorld();
const { charges, chargeCount, run, start } = world;

const greeting = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});
const callOf = (id: number, user: string) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'loupe_user', arguments: { user } } });

describe('loupe-cli mcp', () => {
  let agent: Agent | undefined;
  afterEach(async () => {
    await agent?.close();
    await world.api.simulator.clearFaults();
  });

  const connect = async (words: string[] = [], variables: NodeJS.ProcessEnv = {}, mode?: 'legacy' | 'auto') => {
    const args = [join(world.directory, 'bin/loupe-cli.js'), 'mcp', ...words];
    const env = world.variables(variables) as Record<string, string>;
    agent = await Agent.over(new StdioClientTransport({ command: process.execPath, args, env }), mode);
    return agent;
  };

  it.each(['auto', 'legacy'] as const)(
    'offers the tools of POST /mcp to clients that negotiate as %s',
    async (mode) => {
      const { tools } = await (await connect([], {}, mode)).client.listTools();
      const overHttp = await Agent.connect(world.api.baseUrl, { 'x-api-key': world.tenant.key });
      expect(tools).toEqual((await overHttp.client.listTools()).tools);
      await overHttp.close();
    },
  );

  it('calls the API with the configured key, reports the cost, and reads the whole response free of charge', async () => {
    const { use, read } = await connected();
    const { isError, summary, data, link } = await use('loupe_user', { user: known.marta });
    expect({ isError, username: JSON.parse(data).username }).toEqual({ isError: false, username: 'marta.trails' });
    expect(summary).toContain('cost $0.000600, session $0.000600 of $0.250000, balance $9.999400');
    expect(JSON.parse(await read(link!)).pk).toBe(known.marta);
    expect(await charges()).toEqual(['-600']);
  });

  it.each([
    [['--budget', '0.0012'], {}],
    [[], { MCP_SESSION_BUDGET_USD: '0.0012' }],
  ])('refuses calls beyond the budget, free of charge: %j %j', async (words, variables) => {
    const { use } = await connected(words, variables);
    expect((await use('loupe_user', { user: known.marta })).isError).toBe(false);
    const refused = await use('loupe_user', { user: 'aurora.atlas' });
    expect(refused).toMatchObject({ isError: true, summary: expect.stringMatching(/Nothing was charged.*--budget/) });
    expect(await chargeCount()).toBe(1);
  });

  it('reports failures as the API does', async () => {
    const { use } = await connected();
    const hidden = await use('loupe_user_connections', { user: '1003', kind: 'followers' });
    expect(hidden).toMatchObject({
      isError: true,
      summary: expect.stringMatching(/private_account \(403\).*charged: \$0\.000600.*\ncost \$0\.000600/),
    });
  });

  it('repeats a call whose response was lost, and is charged once', async () => {
    const proxy = await CuttingProxy.before(world.api.baseUrl);
    afterTest(() => proxy.stop());
    const { use } = await connected([], { LOUPE_URL: proxy.baseUrl });
    proxy.toCut = 1;
    const { isError, summary } = await use('loupe_user', { user: known.marta });
    expect({ isError, summary }).toEqual({ isError: false, summary: expect.stringContaining('cost $0.000600') });
    expect(await chargeCount()).toBe(1);
  });

  it('reports the price as a possible charge when no response arrives', async () => {
    const proxy = await CuttingProxy.before(world.api.baseUrl);
    afterTest(() => proxy.stop());
    const { use } = await connected([], { LOUPE_URL: proxy.baseUrl });
    proxy.toCut = 3;
    const { isError, summary } = await use('loupe_user', { user: known.marta });
    expect(isError).toBe(true);
    expect(summary).toMatch(/connection_lost.*may have been charged.*\ncost \$0\.000600/);
  });

  it('writes only protocol messages, and exits with 0 when standard input ends, even with a call in flight', async () => {
    const { simulator } = world.api;
    const child = start(['mcp']);
    const written = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) child[name]!.on('data', (chunk) => (written[name] += chunk));
    const ended = once(child, 'close');
    child.stdin!.write(`${greeting}\n${callOf(2, known.marta)}\n`);
    // This includes the start of the process.
    await until('two responses are written', () => itemsOf(written.stdout).length === 2, 25_000);
    await simulator.fault({ operation: 'users.info', fault: 'hold' });
    child.stdin!.write(`${callOf(3, '1020')}\n`);
    await simulator.held(1);
    child.stdin!.end();
    expect([(await ended)[0], written.stderr]).toEqual([0, '']);
    expect(itemsOf(written.stdout).map(({ jsonrpc, id }) => [jsonrpc, id])).toEqual([
      ['2.0', 1],
      ['2.0', 2],
    ]);
    expect(await chargeCount()).toBe(1);
  });

  it('writes to standard error why it does not start', async () => {
    expect(await run(['mcp', '--budget', 'much'])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('much'),
    });
    expect(await run(['mcp'], { LOUPE_API_KEY: 'loupe_x' })).toMatchObject({ status: 3, stdout: '' });
  });

  /** Starts the command and waits for a first response, so that responses dropped later do not affect the start. */
  async function connected(words?: string[], variables?: NodeJS.ProcessEnv) {
    const one = await connect(words, variables);
    await one.client.listTools();
    return { use: one.use.bind(one), read: one.read.bind(one) };
  }
});
