import { allOperations, formatUsd, type Operation } from '@loupe/dto';
import { priceInUnits } from '../gateway/operation-document';

export function apiDescription(pricePerRequestMicros: bigint): string {
  return [
    'Read-only JSON over HTTP to the public data of a large photo and video platform. Every operation answers GET. Send your key in the `x-api-key` header.',
    "Loupe passes the upstream's objects through: new fields can appear at any time, and clients must tolerate them. All ids are strings.",
    `## Prices\n\n${priceList(pricePerRequestMicros)}`,
    '## Lists\n\nA list answers `{items, next_cursor, has_more}`. Pass `next_cursor` back as `cursor`, unchanged, with the same other parameters, while `has_more` is true. A page may be empty although another one follows. The posts of a user and the comments of a post have pages of their own; `x-pagination` tells a program for every list which parameter takes the token, and where a page holds the token, the items and whether there are more.',
    asAsked,
    testKeys,
    agents,
    '## Generated clients\n\nEnumerations list the values of today: a client must take a new one without failing. `openapi-typescript` reads the `redocly.yaml` of the project it runs in: where that extends `recommended`, switch `no-ambiguous-paths` off, because `/users/username/{username}` stands beside `/users/{user_id}/followers`.',
    '## Errors\n\nEvery error is `application/problem+json`. Branch on `code`; [/errors](/errors) lists each with what to do. `retryable` says whether the same request may succeed later without anybody changing anything. Requests are checked in this order: address, method, key, rate, parameters, balance and caps; only then is the upstream asked.',
    '## Addresses\n\nPaths are case-sensitive; one trailing slash is ignored; each parameter may be sent once. A parameter that the operation does not have is refused (422), which is free, so that a misspelt `cursor` does not give the first page again and again. Encode `&`, `#`, `+` and characters beyond ASCII in values.',
  ].join('\n\n');
}

const asAsked = [
  '## Charged once, as fresh as asked',
  'Without these headers every request is answered afresh and charged.',
  '- `Idempotency-Key: <16 to 128 visible ASCII characters>`, such as a UUID: when a connection dies you cannot know whether you were charged. Repeat the request with the same key within ten minutes (unless your installation says otherwise): it is charged once. A repeat gets the first answer, byte for byte, or a fresh one where that is no longer held, at most twice; then `idempotency_key_used_up`. It is free, carries `Idempotency-Replayed: true` and `x-original-request-id`, and counts against the rate. Another operation or other parameters under the same key are `idempotency_key_reused`. What was not charged is not remembered.',
  '- `Cache-Control: max-age=300`: an answer that your account was given up to 300 seconds ago (3,600 at most) to a request that carried `max-age`, too, is accepted. It is free, unless your installation charges a part, and carries `Age` and `Cache-Status: loupe; hit; ttl=…`; a missing or private thing is kept for a minute, and nothing beyond the expiry of the media addresses in it. With `only-if-cached` you get that or `not_cached`.',
  '- `x-max-cost-usd: 0.001`: a request that would cost more is refused with `price_above_ceiling` at no charge. `/system/price` returns every price, and `/system/balance` what the caps of your key leave.',
  'The parameter `fields` cuts an answer to the members that you name: a profile of 12 KB to 0.5 KB. Equal requests of your account that are under way at the same moment share one upstream request (`Cache-Status: loupe; fwd=miss; collapsed`); each is charged.',
].join('\n\n');

const testKeys = [
  '## Test keys',
  'A key that starts with `loupe_test_` is made in the dashboard beside live ones. Its calls are answered by a simulated platform with accounts of its own (`/users/username/marta.trails` is one), cost nothing, need no balance, and carry `x-loupe-mode: test`. Everything else is as with a live key: rate, parameters, cursors, problems, `Idempotency-Key`, `max-age`. Cursors of one kind of key are refused with the other. Your installation may have switched test keys off.',
  'With `x-loupe-fault: timeout` (or `http_502`, `rate_429`, `private_400`, `cut_body` and many more; an unknown name is answered with the list) the upstream fails as it may fail one day, so that your tests can see what your program does then. The header is refused with a live key.',
].join('\n\n');

const agents = [
  '## Agents',
  '`POST /mcp` speaks the Model Context Protocol (Streamable HTTP): about a dozen tools, each with its price, for clients that send your key as `Authorization: Bearer` or `x-api-key`. A message holds at most ten calls, each of which counts against the rate. Results are cut to a few thousand tokens, without invisible characters, and link to the whole answer. The `x-loupe-budget-usd` header, set where the client is configured, is what the agent may spend before it has been idle for half an hour. Give every agent a key of its own with a small daily cap.',
].join('\n\n');

function priceList(pricePerRequestMicros: bigint): string {
  const prices = [...new Set(allOperations.filter(isKeyed).map(priceInUnits))].sort();
  const rows = prices.map((price) => {
    const paths = allOperations.filter((one) => isKeyed(one) && priceInUnits(one) === price).map(({ path }) => path);
    return `| ${price} | ${paths.map((path) => `\`${path}\``).join(', ')} |`;
  });
  return [
    `One unit costs $${formatUsd(pricePerRequestMicros)}; the balance is prepaid. Every answer of the upstream is charged, including answers that an account is private or that an object does not exist. Refused and failed requests are free.`,
    ['| Price | Operations |', '|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}

function isKeyed({ keyless }: Operation): boolean {
  return keyless !== true;
}
