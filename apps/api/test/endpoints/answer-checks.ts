import { formatUsd, type ProblemCode, problemRegistry } from '@loupe/dto';
import type { SentReply } from '../support/send';

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Headers and words of the upstream's responses, which must not reach a caller. */
const upstreamHeaders = ['set-cookie', 'x-fb-debug', 'x-ig-origin-region', 'content-language', 'via', 'server'];
const upstreamWords =
  /instagram|127\.0\.0\.1|localhost|sessionid|csrftoken|login|logged|challenge|checkpoint|feedback|sentry|graphql|please wait|try closing|<html|ECONN|undici|axios|select |\/src\/|\.ts:|node_modules/i;

const bodyMembers = ['type', 'title', 'status', 'detail', 'code', 'request_id', 'charged_usd', 'retryable'];
const furtherMembers: Partial<Record<ProblemCode, readonly string[]>> = {
  unprocessable_entity: ['errors'],
  invalid_parameter: ['errors'],
  invalid_cursor: ['errors'],
  insufficient_balance: ['required_usd', 'balance_usd'],
  price_above_ceiling: ['price_usd'],
  key_cap_reached: ['period', 'cap_usd', 'spent_usd', 'resets_at'],
  too_many_requests: ['limit'],
};

export function expectSoundAnswer({ headers }: SentReply): void {
  expect(headers['x-request-id']).toMatch(uuidV7);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(upstreamHeaders.filter((name) => name in headers)).toEqual([]);
  expect(headers['x-powered-by']).toBeUndefined();
}

/** Expects a problem document that agrees with the registry, has the right headers and reveals nothing of the upstream. */
export function expectProblem(
  reply: SentReply,
  status: number,
  code: ProblemCode,
  costMicros: bigint,
  retryable = problemRegistry[code].retryable,
): void {
  expectSoundAnswer(reply);
  const { headers, json, text } = reply;
  expect(headers['content-type']).toBe('application/problem+json');
  const names = Object.keys(json);
  expect(names.slice(0, bodyMembers.length)).toEqual(bodyMembers);
  const isErrorsOptional = code === 'invalid_parameter' && !('errors' in json);
  expect(names.slice(bodyMembers.length)).toEqual(isErrorsOptional ? [] : (furtherMembers[code] ?? []));
  expect(json).toMatchObject({
    type: `/errors/${code}`,
    title: problemRegistry[code].title,
    status,
    code,
    request_id: headers['x-request-id'],
    charged_usd: formatUsd(costMicros),
    retryable,
  });
  expect(json.detail).toMatch(/^\p{Lu}?.{10,}\.$/su);
  expect(text).not.toMatch(upstreamWords);
  for (const { in: place, parameter, message, ...rest } of json.errors ?? []) {
    expect(['path', 'query', 'header']).toContain(place);
    expect([typeof parameter, typeof message, Object.keys(rest)]).toEqual(['string', 'string', []]);
  }
  if (code === 'unprocessable_entity') expect(json.errors.length).toBeGreaterThan(0);
  expect(headers['www-authenticate']).toBe(status === 401 ? 'ApiKey realm="loupe"' : undefined);
  if (status === 429 || status === 503) expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
  else expect(headers['retry-after']).toBeUndefined();
}

export function expectKeyedHeaders(
  { headers }: SentReply,
  money: { costMicros: bigint; balanceMicros: bigint | undefined },
): void {
  expect(headers['cache-control']).toBe('private, no-store');
  expect(headers.etag).toBeUndefined();
  expect(headers['x-cost-usd']).toBe(formatUsd(money.costMicros));
  const { balanceMicros } = money;
  expect(headers['x-balance-usd']).toBe(balanceMicros === undefined ? undefined : formatUsd(balanceMicros));
  if (balanceMicros === undefined) return;
  expect(headers['ratelimit-policy']).toMatch(/^"key";q=\d+;w=1$/);
  expect(headers.ratelimit).toMatch(/^"key";r=\d+;t=[01]$/);
}
