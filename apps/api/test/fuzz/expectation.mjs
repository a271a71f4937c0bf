// The expected responses to a request, derived only from the OpenAPI document and the order of checks.

const cursorNames = new Set(['cursor', 'min_id', 'max_id']);
/** Rules about two parameters, which a schema cannot express. */
const exclusive = { 'resolve.media': ['pk', 'code'], 'posts.comments': ['min_id', 'max_id'] };

/** The operation, the name of the key’s owner, and the possible codes of the response (`ok` for a success). */
export function expectationOf({ method, path, headers }, world) {
  const owner = ownerOf(headers, world);
  const bytes = path.length + JSON.stringify(headers).length;
  const only = (...codes) => ({ operation, owner, codes: bytes > 15_000 ? [...codes, 'headers_too_large'] : codes });
  const address = path.replace(/^https?:\/\/[^/?]*/i, '');
  const at = address.indexOf('?');
  const [plain, search] = at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at + 1)];
  const { operation, values } = operationAt(plain, world.operations);
  // Node's parser stops at the first thing it rejects: a method, a byte, a header too many.
  const unparsed = ['bad_request', ...(method === 'GET' ? [] : ['method_not_allowed', 'unknown_route'])];
  if (bytes > 17_500) return only(...unparsed);
  if (/[^\x21-\x7e]/.test(path)) return only(...unparsed);
  if (!operation) return only('unknown_route', 'bad_request');
  if (method !== 'GET' && !(operation.isOpen && method === 'HEAD')) return only('method_not_allowed');
  const decoded = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, decode(text)]));
  if (Object.values(decoded).includes(undefined)) return only('bad_request');
  const key = operation.isOpen ? 'own' : owner;
  if (key === undefined || key === 'revoked') return only('unauthorized');
  if (key === 'suspended') return only('account_suspended');
  const query = readQuery(search, operation);
  const sent = { ...decoded, ...query.values };
  if (query.isFaulty || !fits(sent, operation)) return only('unprocessable_entity');
  const documented = operation.codes.filter((code) => answers.has(code));
  // Free text and highlight ids, which have 63 bits, are validated beyond their schemas.
  const further = operation.parameters.some(
    ({ name, schema }) => name === 'highlight_id' || (schema.type === 'string' && !schema.pattern && !schema.format),
  )
    ? ['unprocessable_entity']
    : [];
  const tokens = Object.entries(sent).filter(([name]) => cursorNames.has(name));
  const issued = tokens.map(([name, token]) => wasIssued(name, token, operation, sent, world));
  if (issued.includes('no')) return only('invalid_cursor', 'invalid_parameter', ...further);
  if (issued.includes('maybe')) further.push('invalid_cursor');
  if (key === 'poor' && operation.units > 0) return only('insufficient_balance', 'invalid_parameter', ...further);
  return only('ok', ...documented, ...further);
}

const answers = new Set(['private_account', 'profile_not_found', 'not_found', 'invalid_parameter']);

function operationAt(path, operations) {
  const segments = path.replace(/(?<=.)\/$/, '').split('/');
  const matching = operations.filter(({ path: template }) => {
    const wanted = template.split('/');
    const isSame = (name, at) => name === segments[at] || (name.startsWith('{') && segments[at] !== '');
    return wanted.length === segments.length && wanted.every(isSame);
  });
  const operation = matching.find(({ path: template }) => !template.includes('{')) ?? matching.at(0);
  const values = {};
  for (const [at, name] of operation?.path.split('/').entries() ?? [])
    if (name.startsWith('{')) values[name.slice(1, -1)] = segments[at];
  return { operation, values };
}

/** The key is in x-api-key or a bearer token; two different keys are none. */
function ownerOf({ 'x-api-key': sent = '', authorization = '' }, { owners }) {
  if (typeof sent !== 'string') return undefined;
  const [, bearer = ''] = /^bearer +(.*)$/i.exec(authorization.trim()) ?? [];
  const own = sent.trim();
  return own !== '' && bearer !== '' && own !== bearer ? undefined : owners.get(own || bearer);
}

function readQuery(search, { parameters }) {
  const values = {};
  let isFaulty = false;
  for (const pair of search.split('&').filter(Boolean)) {
    const [, name, text] = /^([^=]*)=?(.*)$/s.exec(pair);
    const parameter = parameters.find((one) => one.in === 'query' && one.name === decode(name));
    const value = decode(text.replaceAll('+', ' '));
    if (!parameter || value === undefined || Object.hasOwn(values, parameter.name)) isFaulty = true;
    else values[parameter.name] = value;
  }
  return { values, isFaulty };
}

function fits(sent, { operationId, parameters }) {
  const [first, second] = exclusive[operationId] ?? [];
  if (first in sent && second in sent) return false;
  if (operationId === 'resolve.media' && !(first in sent || second in sent)) return false;
  return parameters.every(({ name, required, schema }) => (name in sent ? isOf(schema, sent[name]) : !required));
}

function isOf({ type, pattern, format, minLength = 0, maxLength = Number.POSITIVE_INFINITY, minimum, maximum }, text) {
  if (type === 'boolean') return ['true', 'false', '1', '0'].includes(text);
  if (type === 'integer' || type === 'number') {
    const isSpelled = (type === 'integer' ? /^-?\d+$/ : /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i).test(text);
    return isSpelled && Number(text) >= minimum && Number(text) <= maximum;
  }
  if (text.length < minLength || text.length > maxLength) return false;
  if (format === 'uuid' && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return false;
  return pattern === undefined || new RegExp(pattern).test(text);
}

/** Whether this list issued the token under this name: `yes`, `no`, or `maybe` if a value has several spellings. */
function wasIssued(name, token, { operationId, parameters }, sent, { cursors }) {
  const cursor = cursors.find((one) => one.token === token);
  if (cursor?.operation.operationId !== operationId || cursor.name !== name) return 'no';
  const differing = parameters.filter((one) => one.name !== name && sent[one.name] !== cursor.given[one.name]);
  if (differing.length === 0) return 'yes';
  return differing.some(({ required, schema }) => required && (schema.pattern || schema.format)) ? 'no' : 'maybe';
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
