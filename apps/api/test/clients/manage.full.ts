import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { until } from '../support/until';
import { CliWorld, itemsOf } from './cli-world';

/** The start of the command takes long on a busy machine. */
const startMs = 30_000;
const world = new CliWorld();
const { pathOf, start } = world;

describe('loupe-cli with a management token', () => {
  let variables: NodeJS.ProcessEnv;
  beforeEach(async () => {
    variables = { LOUPE_MANAGEMENT_TOKEN: await world.api.tenants.addManagementToken(world.tenant.accountId) };
  });
  const run = (...words: string[]) => world.run(words, variables);

  it('creates, lists, rotates and revokes keys, and repeats a rotation with the same key', async () => {
    const made = itemsOf(
      (await run('keys', 'create', 'From a shell', '--daily-cap', '2', '--allowed-ips', '127.0.0.1')).stdout,
    )[0];
    expect(made).toMatchObject({ name: 'From a shell', daily_cap_usd: '2.000000', allowed_ips: ['127.0.0.1'] });
    const rotate = [
      'keys',
      'rotate',
      made.id,
      '--overlap',
      '60',
      '--fields',
      'id,key',
      '--idempotency-key',
      'run-4711-of-a-pipeline',
    ];
    const [first, again] = [await run(...rotate), await run(...rotate)];
    expect(again).toEqual(first);
    const { id, ...rest } = itemsOf(first.stdout)[0];
    expect(rest).toEqual({ key: expect.stringMatching(/^loupe_/) });
    expect(await run('keys', 'revoke', id)).toEqual({ status: 0, stdout: '', stderr: '' });
    const listed = await run('keys', 'list', '--fields', 'id,state', '--csv');
    expect(listed.stdout.split('\r\n')).toEqual(
      expect.arrayContaining(['id,state', `${id},revoked`, `${made.id},active`]),
    );
    expect(await run('keys', 'rotate', id)).toMatchObject({ status: 6, stderr: expect.stringContaining('conflict') });
    expect(await run('keys', 'sell')).toMatchObject({ status: 2 });
    expect(await world.run(['keys', 'list'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('LOUPE_MANAGEMENT_TOKEN'),
    });
    expect(await world.run(['keys', 'list'], { LOUPE_MANAGEMENT_TOKEN: world.tenant.key })).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('wrong_credential'),
    });
  });

  it('follows the audit log across a kill, and leaves out and repeats no entry', async () => {
    const file = pathOf('audit.ndjson');
    const follow = () => start(['audit', '--follow', '--every', '1', '--out', file], variables);
    const actions = () => itemsOf(readFileSync(file, 'utf8')).map(({ action, target }) => `${action} ${target.id}`);
    const create = async (name: string) => `key.create ${itemsOf((await run('keys', 'create', name)).stdout)[0].id}`;
    const first = await create('First');
    const killed = follow();
    await until(
      'the first entry is in the file',
      () => readFileSync(file, { flag: 'a+' }).includes('"key.create"'),
      startMs,
    );
    killed.kill('SIGKILL');
    await once(killed, 'close');
    // The kill came in the middle of a line.
    appendFileSync(file, '{"id":"99');
    const second = await create('Second');
    const going = follow();
    await until('the second entry is in the file', () => readFileSync(file, 'utf8').split('\n').length > 3, startMs);
    going.kill('SIGKILL');
    await once(going, 'close');
    expect(actions()).toEqual([expect.stringMatching(/^account\.top_up /), first, second]);
    expect((await run('audit', '--cursor', itemsOf(readFileSync(file, 'utf8')).at(-1).id)).stdout).toBe('');
  });

  it.each([
    ['a note', 'Remember the milk'],
    ['a line of another kind', '{"id":"7","name":"A key"}\n'],
    ['one JSON object', '{"id":"7","name":"A key"}'],
    ['an entry and then something else', '{"id":"1","time":"t","action":"a"}\n{"log":'],
    ['an empty line', '\n'],
  ])('refuses to write its audit log into %s, and leaves that as it is', async (_what, text) => {
    const file = pathOf('foreign.txt');
    writeFileSync(file, text);
    expect(await run('audit', '--out', file)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('a file that loupe-cli audit has written'),
    });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});
