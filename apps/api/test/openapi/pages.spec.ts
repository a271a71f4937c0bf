import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allOperations, problemCodes, problemRegistry } from '@loupe/dto';
import { expectProblem, expectSoundAnswer } from '../endpoints/answer-checks';
import { send } from '../support/send';
import { startTestApi, type TestApi } from '../support/test-api';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
}, 30_000);
afterAll(() => api.stop());

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test.each(problemCodes)('/errors/%s explains the code to programs and to people', async (code) => {
  const { status, title, explanation } = problemRegistry[code];
  const forPrograms = await send(api.baseUrl, `/errors/${code}`, { headers: { accept: 'application/json' } });
  expect(forPrograms.json).toMatchObject({ type: `/errors/${code}`, code, status, title, explanation });
  const forPeople = await send(api.baseUrl, `/errors/${code}`, { headers: browser });
  expect(forPeople.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(forPeople.text).toContain(`<h1>${title}</h1>`);
  expect(forPeople.headers.vary).toMatch(/accept/i);
  for (const reply of [forPrograms, forPeople]) expectSoundAnswer(reply);
});

test('/errors lists every code', async () => {
  const { json } = await send(api.baseUrl, '/errors');
  expect(json.map(({ code }: { code: string }) => code)).toEqual(problemCodes);
  const { text } = await send(api.baseUrl, '/errors', { headers: browser });
  for (const code of problemCodes) expect(text).toContain(`href="/errors/${code}"`);
});

test('an error code that does not exist is not found', async () => {
  expectProblem(await send(api.baseUrl, '/errors/no_such_code'), 404, 'not_found', 0n);
});

test('docs/errors.md has a row for every code, and no other', () => {
  const rows = readFileSync(join(__dirname, '../../../../docs/errors.md'), 'utf8').match(/^\| `\w+` \| \d+ \|/gm);
  expect(rows).toEqual(problemCodes.map((code) => `| \`${code}\` | ${problemRegistry[code].status} |`));
});

test('/llms.txt names every operation with its price, and every error', async () => {
  const { text, headers } = await send(api.baseUrl, '/llms.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  for (const { path, priceUnits } of allOperations) {
    const price = priceUnits === 0 ? 'Free.' : `${priceUnits} unit${priceUnits > 1 ? 's' : ''}.`;
    expect(text.split('\n')).toContainEqual(
      expect.stringMatching(new RegExp(`^- GET ${escaped(path)}[ :].*${escaped(price)}$`)),
    );
  }
  for (const code of problemCodes) expect(text).toContain(`- ${code} (`);
});

test('/docs allows nothing that is not its own', async () => {
  const { headers, text } = await send(api.baseUrl, '/docs/');
  expect(text).toContain('swagger-ui');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).not.toMatch(/unsafe-inline|unsafe-eval/);
  for (const [, source] of text.matchAll(/(?:src|href)="([^"]+)"/g))
    expect((await send(api.baseUrl, source!)).status).toBe(200);
});

function escaped(text: string): string {
  return text.replace(/[{}.]/g, '\\$&');
}
