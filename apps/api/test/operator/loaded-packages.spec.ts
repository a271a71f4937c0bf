import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const built = join(__dirname, '../../dist/server.js');

it('loads the packages of capabilities that are not configured or used only when they are', () => {
  const script = `require(${JSON.stringify(built)}); console.log(JSON.stringify(Object.keys(require.cache)))`;
  const files = JSON.parse(
    execFileSync(process.execPath, ['-e', script], { encoding: 'utf8', maxBuffer: 2 ** 24 }),
  ) as string[];
  const packages = new Set(files.flatMap((file) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []));
  expect(packages).toContain('typeorm');
  for (const name of [
    '@modelcontextprotocol/server',
    'zod',
    'nodemailer',
    'ioredis',
    'openid-client',
    'stripe',
    '@simplewebauthn/server',
  ])
    expect(packages).not.toContain(name);
});
