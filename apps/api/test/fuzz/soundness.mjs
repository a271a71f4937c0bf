// Checks that hold for every response, and further ones for the data API.
import { internals } from '../harness/http.mjs';
import { api } from '../harness/product.mjs';

const { problemRegistry, formatUsd } = api('../../../libs/dto/dist/index');
const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const members = {
  type: 'string',
  title: 'string',
  status: 'number',
  detail: 'string',
  code: 'string',
  request_id: 'string',
  charged_usd: 'string',
  retryable: 'boolean',
};
const charged = new Set(['ok', 'private_account', 'profile_not_found', 'not_found']);
/** Declared headers that are sent only when they apply. */
const conditional = new Set([
  ...['x-list-end', 'x-media-expires-at', 'x-fields-unmatched', 'retry-after'],
  // Sent with replayed or cached responses, or to test keys.
  ...['idempotency-replayed', 'x-original-request-id', 'age', 'cache-status', 'x-loupe-mode'],
]);
/** Not sent when the account is suspended, nor with a wrong method, which is refused before the key is read. */
export const ofKeys = new Set(['x-balance-usd', 'ratelimit-policy', 'ratelimit']);

export const codeOf = ({ status, json }) => (status > 0 && status < 400 ? 'ok' : json?.code);
export const microsOf = (usd) => Math.round(Number(usd) * 1_000_000);

/** What is wrong with a response of any part of the product. @param seenIds request ids so far; this response's id is added. */
export function* unsound({ method, path }, { status, headers, text, json }, seenIds) {
  if (status === 0) return yield `no response: ${text}`;
  if (status >= 500) yield `status ${status} ${text.slice(0, 200)}`;
  const id = headers['x-request-id'];
  if (!uuidV7.test(id)) yield `x-request-id: ${id}`;
  if (seenIds.has(id)) yield `x-request-id ${id} was used before`;
  seenIds.add(id);
  if (headers['x-content-type-options'] !== 'nosniff') yield 'no x-content-type-options: nosniff';
  if (status < 400 || method === 'HEAD') return;
  if (headers['content-type'] !== 'application/problem+json') return yield `a ${headers['content-type']} as an error`;
  for (const [name, type] of Object.entries(members))
    if (typeof json?.[name] !== type) return yield `${name} is no ${type}: ${text.slice(0, 200)}`;
  const kind = problemRegistry[json.code];
  if (!kind) return yield `the code ${json.code} is not documented`;
  if (json.request_id !== id) yield 'request_id is not x-request-id';
  if (json.status !== status || kind.status !== status)
    yield `${json.code} with status ${status} and ${json.status} in the body`;
  if (json.title !== kind.title || json.retryable !== kind.retryable)
    yield `not the title or retryable of ${json.code}: ${text.slice(0, 200)}`;
  if (!json.type.endsWith(`/errors/${json.code}`)) yield `type: ${json.type}`;
  if (json.detail.length < 10) yield `detail: ${json.detail}`;
  if (status === 422 && !json.errors?.length) yield 'a 422 without validation errors';
  if (status === 401 && !headers['www-authenticate']) yield 'a 401 without www-authenticate';
  if ((status === 429 || status === 503) && !(Number(headers['retry-after']) >= 1))
    yield `a ${status} without retry-after`;
  const [inside] = internals.exec(text) ?? [];
  if (inside && !decoded(path).includes(inside)) yield `reveals internals: ${text.slice(0, 300)}`;
}

const decoded = (path) => path.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

/** What is wrong with a response of the data API. @param upstreamCount the number of upstream requests meanwhile. */
export function* undue({ method }, answer, { operation, owner, codes }, upstreamCount, world) {
  const { status, headers, json } = answer;
  const isHead = method === 'HEAD';
  const code = codeOf(answer);
  const isExpected = isHead
    ? codes.some((one) => (one === 'ok' ? status === 200 : problemRegistry[one].status === status))
    : codes.includes(code);
  if (!isExpected) yield `${status} ${code ?? ''} instead of ${codes.join(' or ')}`;
  const declared = operation?.responses[status];
  if (operation && !declared && !['bad_request', 'headers_too_large'].includes(code) && !isHead)
    yield `${status} is not documented for ${operation.operationId}`;
  if (declared?.codes.length > 0 && code !== 'bad_request' && !isHead && !declared.codes.includes(code))
    yield `${code} is not documented for ${operation.operationId}`;
  // Node's parser refuses some requests before authentication, and a HEAD response has no code.
  const isKeyed = !operation?.isOpen && code !== 'bad_request' && !(isHead && status === 400);
  for (const name of isKeyed ? (declared?.headers ?? []) : [])
    if (!(name in headers) && !conditional.has(name) && !(code === 'account_suspended' && ofKeys.has(name)))
      yield `${status} without ${name}`;
  yield* misbilled(answer, operation, code, owner, world);
  const cost = headers['x-cost-usd'] ?? '0';
  const isFree = !charged.has(code) || !operation?.units;
  if (isFree && upstreamCount > 0) yield `the upstream received ${upstreamCount} requests for a free response`;
  if (headers['set-cookie']) yield 'a cookie was set';
  if (code === 'ok' && !isHead && json === undefined) yield `a success as ${headers['content-type']}`;
  if (upstreamCount > 4) yield `the upstream received ${upstreamCount} requests`;
  if (json?.charged_usd !== undefined && code !== 'ok' && json.charged_usd !== cost)
    yield `charged_usd is ${json.charged_usd}, x-cost-usd ${cost}`;
}

function* misbilled({ headers }, operation, code, owner, world) {
  const cost = headers['x-cost-usd'];
  const due = operation && charged.has(code) ? formatUsd(BigInt(operation.units) * world.priceMicros) : '0';
  const isRepeat = headers['idempotency-replayed'] === 'true' || 'age' in headers;
  if (cost !== undefined && cost !== due && !isRepeat) yield `cost ${cost} instead of ${due}`;
  if (cost === undefined && due !== '0') yield 'no x-cost-usd';
  if (owner !== 'own' || headers['x-balance-usd'] === undefined) return;
  const balance = microsOf(headers['x-balance-usd']);
  const left = world.balanceMicros - microsOf(cost);
  world.balanceMicros = balance;
  if (balance !== left) yield `balance ${balance} instead of ${left}`;
}
