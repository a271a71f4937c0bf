import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allOperations } from '@loupe/dto';
import { known, knownPosts } from '../endpoints/known';
import { send } from '../support/send';
import { CliWorld, itemsOf } from './cli-world';
import { exampleWords, idsOf, pageByHand } from './client-calls';

const world = new CliWorld();
const { chargeCount, pathOf, run, start } = world;

describe('a command of loupe-cli', () => {
  it('prints the response byte for byte, and its cost', async () => {
    const { status, stdout, stderr } = await run(['users', 'followers', known.showcase]);
    const { text } = await send(world.api.baseUrl, `/users/${known.showcase}/followers`, { key: world.tenant.key });
    const encrypted = /"next_cursor":"[^"]+"/;
    expect([status, stdout.replace(encrypted, '')]).toEqual([0, `${text}\n`.replace(encrypted, '')]);
    expect(stderr).toBe('$0.000600, balance $9.999400\n');
  });

  it('is listed with its price for each operation, and runs for each free operation', async () => {
    const { stdout } = await run(['price']);
    const listed = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t')[0]!);
    expect(listed).toEqual(allOperations.map(({ name }) => name.replace('.', ' ').replaceAll('_', '-')));
    for (const operation of allOperations.filter(({ priceUnits }) => priceUnits === 0)) {
      const [words, options] = exampleWords(operation);
      const parameters = Object.entries(options).flatMap(([name, value]) => ['-p', `${name}=${value}`]);
      const { status, stderr } = await run([
        ...operation.name.replaceAll('_', '-').split('.'),
        ...(words as string[]),
        ...parameters,
      ]);
      expect([operation.name, status, stderr]).toEqual([operation.name, 0, expect.stringMatching(/^\$0/)]);
    }
  });

  it('prints a list as lines, up to a limit or to its end', async () => {
    const limited = await run(['users', 'followers', known.showcase, '--limit', '60', '--fields', 'pk,username']);
    expect(itemsOf(limited.stdout)).toHaveLength(60);
    expect(Object.keys(itemsOf(limited.stdout)[0])).toEqual(['pk', 'username']);
    expect(limited.stderr).toBe('3 pages, 60 items, $0.001800, balance $9.998200\n');
    const replies = allOperations.find(({ name }) => name === 'comments.replies')!;
    const [[id], options] = exampleWords(replies);
    const parameters = Object.entries(options).flatMap(([name, value]) => ['-p', `${name}=${value}`]);
    const all = await run(['comments', 'replies', id as string, ...parameters, '--all']);
    expect(idsOf(itemsOf(all.stdout))).toEqual(idsOf(await pageByHand(replies, world.api.baseUrl, world.tenant.key)));
  });

  it('prints a CSV table', async () => {
    const { stdout } = await run([
      'users',
      'posts',
      known.marta,
      '--limit',
      '5',
      '--csv',
      '--fields',
      'code,user.username',
    ]);
    const lines = stdout.split('\r\n');
    expect([lines[0], lines.length]).toEqual(['code,user.username', 7]);
    for (const line of lines.slice(1, -1)) expect(line).toMatch(/^[\w-]+,marta\.trails$/);
  });

  it('stops at a budget after printing the pages it has paid for', async () => {
    const ended = await run(['users', 'followers', known.showcase, '--all', '--max-cost', '0.0012']);
    expect([ended.status, await chargeCount()]).toEqual([4, 2]);
    expect(itemsOf(ended.stdout).length).toBeGreaterThan(25);
    expect(ended.stderr).toMatch(/^2 pages, .*\nloupe-cli: budget_reached: /);
  });

  it('exits with 0 when its reader closes the pipe', async () => {
    const child = start(['users', 'followers', known.showcase, '--all']);
    child.stdout!.once('data', () => child.stdout!.destroy());
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  it.each([
    ['an unknown operation', ['users', 'friends', '1'], 2, /users has no operation "friends"; it has by-username/],
    ['an unknown option', ['balance', '--fast'], 2, /--fast/],
    ['a missing value', ['users', 'by-id'], 2, /takes user_id/],
    [
      'an address without https://',
      ['balance', '--base-url', 'localhost:3000'],
      2,
      /--base-url\) must be a URL such as/,
    ],
    [
      'invalid parameters',
      ['posts', 'comments', 'x', '-p', 'user_id=a', '-p', 'carousel_index=x'],
      2,
      /user_id must[\s\S]*carousel_index must/,
    ],
    ['a missing user', ['users', 'by-id', '404404404'], 5, /profile_not_found: /],
    ['a private account', ['users', 'followers', known.privateLoudly], 5, /private_account: /],
    ['a call above its budget', ['users', 'stories', known.marta, '--max-cost', '0.0006'], 4, /budget_reached: /],
  ])('exits with the documented code for %s', async (_, words, status, message) => {
    const ended = await run(words);
    expect(ended).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(message) });
  });

  it('exits with separate codes for a missing key, a rejected key, a failing service and no balance', async () => {
    expect(await run(['balance'], { LOUPE_API_KEY: '' })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('LOUPE_API_KEY'),
    });
    expect(await run(['balance'], { LOUPE_API_KEY: 'loupe_x' })).toMatchObject({ status: 3 });
    const server = createServer((_, response) => response.writeHead(502).end('<html>')).listen(0);
    const { port } = server.address() as AddressInfo;
    expect(await run(['users', 'by-id', '1', '--base-url', `http://127.0.0.1:${port}`])).toMatchObject({ status: 6 });
    server.close();
    world.tenant = await world.api.tenants.create('0');
    expect(await run(['users', 'by-id', '1'])).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('insufficient_balance'),
    });
  });

  it('prints its usage', async () => {
    const { status, stdout } = await run(['--help']);
    expect([status, stdout]).toEqual([0, expect.stringContaining('loupe-cli pull DOMAIN OPERATION')]);
  });
});

describe('loupe-cli price', () => {
  it('prints the cost of one call or many, and costs nothing', async () => {
    writeFileSync(pathOf('ids'), '1001\n\n1012\n1013\n');
    expect((await run(['price', 'users', 'by-username'])).stdout).toBe('0.001200\n');
    expect((await run(['price', 'users', 'followers', '--times', '40'])).stdout).toBe('0.024000\n');
    expect((await run(['price', 'users', 'by-id', '--input', pathOf('ids')])).stdout).toBe('0.001800\n');
    expect(await chargeCount()).toBe(0);
  });
});

describe('loupe-cli watch', () => {
  it('prints only new items, also after a restart', async () => {
    let posts = ['3', '2', '1'];
    const upstream = createServer((_, response) => {
      const items = posts.map((pk) => ({ pk }));
      response.end(JSON.stringify({ items, next_cursor: null, has_more: false }));
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const { port } = upstream.address() as AddressInfo;
    const look = () =>
      run(['watch', 'users', 'reels', '1', '--times', '1', '--state', pathOf('state')], {
        LOUPE_URL: `http://127.0.0.1:${port}`,
      });
    expect(await look()).toMatchObject({ status: 0, stdout: '' });
    expect(await look()).toMatchObject({ status: 0, stdout: '' });
    posts = ['1', '5', '4', '3', '2'];
    expect(await look()).toMatchObject({ status: 0, stdout: '{"pk":"5"}\n{"pk":"4"}\n' });
    expect(await look()).toMatchObject({ status: 0, stdout: '' });
    upstream.close();
  });

  it('stays within its budget', async () => {
    const ended = await run([
      'watch',
      'posts',
      'comments',
      knownPosts.photo.code,
      '-p',
      `user_id=${known.showcase}`,
      '--every',
      '1',
      '--max-cost',
      '0.0012',
    ]);
    expect([ended.status, await chargeCount()]).toEqual([4, 2]);
    const polls = ['', '0 new, '].map(
      (found, at) => `${found}\\d+ items known, next poll in 1 s, \\$0\\.00${at ? '12' : '06'}00\n`,
    );
    const sum = '3 polls, 0 new, \\d+ items known, \\$0\\.001200\nloupe-cli: budget_reached: ';
    expect(ended.stderr).toMatch(new RegExp(`^${polls.join('')}${sum}`));
  });

  it('tells after Ctrl-C what it has found and spent', async () => {
    const child = start(['watch', 'users', 'reels', known.marta, '--every', '1000']);
    let told = '';
    child.stderr!.on('data', (chunk) => {
      told += chunk;
      if (told.includes('next poll in 1000 s')) child.kill('SIGINT');
    });
    expect((await once(child, 'close'))[0]).toBe(130);
    const items = /^(\d+ items known)/.exec(told)?.[1];
    expect(told).toBe(`${items}, next poll in 1000 s, $0.000600\n1 poll, 0 new, ${items}, $0.000600\n`);
  });
});
