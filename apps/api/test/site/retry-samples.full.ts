import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { listenLocally } from '../support/local-server';
import { findProgram } from '../support/programs';
import { runSamples, samplesIn } from './run-samples';

const guide = readFileSync(join(__dirname, '../../src/api-docs/site/guides/4-errors-and-retries.md'), 'utf8');
const retrying = samplesIn('errors-and-retries', guide).filter(({ code }) => /attempts ?= ?4/.test(code));
const languages = ['ts', ...(findProgram('python3') ? ['python'] : [])];

const problem =
  (status: number, retryable: boolean, headers = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/problem+json', ...headers });
    response.end(JSON.stringify({ code: 'some_code', detail: 'Said for a person.', status, retryable }));
  };
const lost: RequestListener = (request) => request.socket.destroy();
const profile: RequestListener = (_request, response) => void response.end('{"username":"marta.trails"}');

async function run(language: string, answers: readonly RequestListener[]) {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key']);
    answers[keys.length - 1]!(request, response);
  });
  const base = await listenLocally(server);
  const { code } = retrying.find((sample) => sample.language === language)!;
  const [outcome] = await runSamples(language, [code.replaceAll('{{base}}', base)], { LOUPE_API_KEY: 'loupe_key' });
  server.close();
  return { keys, ...outcome! };
}

describe.each(languages)('the retry sample in %s', (language) => {
  it('repeats lost and retryable requests with one idempotency key', async () => {
    const { keys, output, failure } = await run(language, [lost, problem(429, true, { 'retry-after': '1' }), profile]);
    expect({ output: output.trim(), failure }).toEqual({ output: 'marta.trails', failure: '' });
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0], keys[0]]);
  });

  it('does not repeat a request that is not retryable', async () => {
    const { keys, failure } = await run(language, [problem(404, false), profile]);
    expect(keys).toHaveLength(1);
    expect(failure).toContain('Said for a person.');
  });
});
