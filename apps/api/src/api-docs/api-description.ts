import { allOperations, formatUsd, type Operation } from '@loupe/dto';
import { priceInUnits } from '../gateway/operation-document';

export function apiDescription(pricePerRequestMicros: bigint): string {
  return [
    'Read-only JSON over HTTP to the public data of a large photo and video platform. Every operation is a GET. Send your key in the `x-api-key` header.',
    "Loupe passes the upstream's objects through: new fields can appear at any time, and clients must tolerate them. All ids are strings.",
    `## Prices\n\n${priceList(pricePerRequestMicros)}`,
    '## Lists\n\nA list returns `{items, next_cursor, has_more}`. While `has_more` is true, send `next_cursor` unchanged as `cursor`, with the same other parameters. A page may be empty even if another page follows. The posts of a user and the comments of a post use other member names. For every list, `x-pagination` names the parameter that takes the token, and the members that hold the token, the items and whether there are more.',
    requestHeaders,
    testKeys,
    agents,
    '## Generated clients\n\nEnumerations list the current values; a client must accept new ones. `openapi-typescript` reads the `redocly.yaml` of your project. If that file extends `recommended`, switch `no-ambiguous-paths` off, because the rule rejects `/users/username/{username}` beside `/users/{user_id}/followers`.',
    '## Errors\n\nEvery error is `application/problem+json`. Branch on `code`; [/errors](/errors) explains each code and what to do. `retryable` says whether the same request may succeed later without a change. Loupe checks requests in this order: URL, method, key, rate, parameters, balance and caps. Only then does it call the upstream.',
    '## URLs\n\nPaths are case-sensitive. One trailing slash is ignored. Each parameter may be sent once. Loupe refuses unknown parameters (422, free), so that a misspelt `cursor` does not return the first page again and again. Encode `&`, `#`, `+` and non-ASCII characters in values.',
  ].join('\n\n');
}

const requestHeaders = [
  '## Retries, cached responses and price limits',
  'Without these headers, Loupe stores no response, and every request is charged.',
  '- `Idempotency-Key: <16 to 128 visible ASCII characters>`, such as a UUID: when a connection breaks, you cannot know whether you were charged. Repeat the request with the same key within ten minutes (unless your installation sets another time): it is charged once. A repeat returns the first response, byte for byte. If that response is no longer stored, Loupe fetches a new one, at most twice; after that, a repeat returns `idempotency_key_used_up`. A repeat is free, carries `Idempotency-Replayed: true` and `x-original-request-id`, and counts against the rate. The same key with another operation or other parameters returns `idempotency_key_reused`. Loupe does not remember the keys of requests that were not charged.',
  '- `Cache-Control: max-age=300`: accepts a cached response that is up to 300 seconds old (3,600 at most). Only responses to requests with `max-age` are cached, and only for your account. A cached response is free, unless your installation charges a part of the price, and carries `Age` and `Cache-Status: loupe; hit; ttl=…`. A response that says that an object is missing or private is cached for a minute, and no response is cached beyond the expiry of its media URLs. With `only-if-cached`, you get a cached response or `not_cached`.',
  '- `x-max-cost-usd: 0.001`: a request that would cost more is refused with `price_above_ceiling`, free of charge. `/system/price` returns every price, and `/system/balance` returns what your key may still spend under its caps.',
  'The parameter `fields` reduces a response to the members that you name, separated by commas, nested members after a dot: for example, a profile from 12 KB to 0.5 KB. Arrays are traversed, the bytes of these members are unchanged, and the price is the same. Identical requests of your account that run at the same time share one upstream request (`Cache-Status: loupe; fwd=miss; collapsed`); each is charged.',
].join('\n\n');

const testKeys = [
  '## Test keys',
  'You create a test key, which starts with `loupe_test_`, in the dashboard. Its calls go to a simulated platform with its own accounts, such as `/users/username/marta.trails`. They cost nothing and need no balance, and the responses carry `x-loupe-mode: test`. Everything else works as with a live key: rate, parameters, cursors, problems, `Idempotency-Key`, `max-age`. A live key refuses the cursors of a test key, and the reverse. Your installation may have switched test keys off.',
  'With `x-loupe-fault: timeout` (or `http_502`, `rate_429`, `private_400`, `cut_body` and many more; an unknown name returns the list), the simulated platform fails in that way, so that you can test your error handling. The header is refused with a live key.',
].join('\n\n');

const agents = [
  '## Agents',
  '`POST /mcp` speaks the Model Context Protocol (Streamable HTTP): about a dozen tools, each with its price. Clients send your key as `Authorization: Bearer` or `x-api-key`. A message holds at most ten calls, each of which counts against the rate. Results are cut to a few thousand tokens, contain no invisible characters, and link to the whole response. The `x-loupe-budget-usd` header, set in the configuration of the client, limits what the agent may spend in a session, which ends after half an hour without calls. Give every agent its own key with a small daily cap.',
].join('\n\n');

function priceList(pricePerRequestMicros: bigint): string {
  const prices = [...new Set(allOperations.filter(isKeyed).map(priceInUnits))].sort();
  const rows = prices.map((price) => {
    const paths = allOperations.filter((one) => isKeyed(one) && priceInUnits(one) === price).map(({ path }) => path);
    return `| ${price} | ${paths.map((path) => `\`${path}\``).join(', ')} |`;
  });
  return [
    `One unit costs $${formatUsd(pricePerRequestMicros)}; the balance is prepaid. Every response from the upstream is charged, also if it says that an account is private or that an object does not exist. Refused and failed requests are free.`,
    ['| Price | Operations |', '|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}

function isKeyed({ keyless }: Operation): boolean {
  return keyless !== true;
}
