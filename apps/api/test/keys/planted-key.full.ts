import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { apiKeyPrefix } from '../../src/core/auth/api-key-format';
import { makeDataDirectory } from '../support/data-directory';
import { Launched, readDemo } from '../support/launched';

function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text));
}

describe('the plaintext of a key and of a webhook’s secret', () => {
  const directory = makeDataDirectory('planted');
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('is in the one response that created it, and in no log, table or other response', async () => {
    const variables = {
      DATA_DIR: join(directory, 'data'),
      PORT: String(await freePort()),
      MANAGEMENT_PORT: String(await freePort()),
      LOG_LEVEL: 'trace',
    };
    const run = await new Launched(variables).ready();
    const { base_url, owner } = readDemo(variables.DATA_DIR);
    const answers: string[] = [];
    const call = async (path: string, options: RequestInit = {}) => {
      const response = await fetch(`${base_url}${path}`, options);
      const text = await response.text();
      answers.push(text, JSON.stringify([...response.headers]));
      return { response, text };
    };
    const send = (method: string, path: string, body: unknown, cookie = '') =>
      call(path, {
        method,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', cookie },
      });

    const signedIn = await send('POST', '/dashboard/api/session', owner);
    const cookie = signedIn.response.headers.get('set-cookie')!.split(';')[0]!;
    const made = await send('POST', '/dashboard/api/keys', { name: 'planted' }, cookie);
    expect(made.response.status).toBe(201);
    const { key, id } = JSON.parse(answers.splice(answers.indexOf(made.text), 1)[0]!) as { key: string; id: string };
    const hook = { url: 'https://example.com/hook', events: ['balance.low'] };
    const added = await send('POST', '/dashboard/api/webhooks', hook, cookie);
    const webhook = JSON.parse(answers.splice(answers.indexOf(added.text), 1)[0]!) as { id: string; secret: string };
    const headers = { 'x-api-key': key };
    expect((await call('/users/1001', { headers })).response.status).toBe(200);
    // Requests that fail, or that have the key in a wrong place.
    await call('/users/abc', { headers });
    await call('/users/1005', { headers });
    await call('/nope', { headers });
    await call('/users/1001', { headers, method: 'POST' });
    await call(`/users/username/${key}`, { headers });
    await call(`/users/1001/followers?cursor=${key}`, { headers });
    await call(`/users/1001?${key}=1&api_key=${key}&a[${key}]`, { headers });
    await call('/dashboard/api/keys', { headers: { cookie } });
    for (const path of ['', `/${webhook.id}/secret`, `/${webhook.id}/deliveries`])
      await call(`/dashboard/api/webhooks${path}`, { headers: { cookie } });
    await call('/dashboard/api/requests', { headers: { cookie } });
    const revoked = await call(`/dashboard/api/keys/${id}`, { method: 'DELETE', headers: { cookie } });
    expect(revoked.response.status).toBe(204);
    await call('/users/1001', { headers });
    expect(await run.interrupt()).toBe(0);

    // The prefix is shown on purpose; the characters after it are secret.
    const secrets = [key.slice(key.indexOf(apiKeyPrefix(key)) + 8), webhook.secret.slice('whsec_'.length)];
    for (const secret of secrets) {
      expect(answers.filter((answer) => answer.includes(secret))).toEqual([]);
      expect(run.output.includes(secret)).toBe(false);
      expect(filesWith(variables.DATA_DIR, secret)).toEqual([]);
    }
    // A control: the search finds text that is in the database.
    expect(filesWith(variables.DATA_DIR, apiKeyPrefix(key))).not.toEqual([]);
  });
});
