import { formatUsd, keyModes, line, oneOf, usdAmount } from '@loupe/dto';
import { startOfKey } from '../../../core/auth/api-key-format';
import type { ApiKey } from '../../../core/auth/lifecycle/api-key';
import { ApiKeys } from '../../../core/auth/lifecycle/api-keys';
import { ApiKeysRepository } from '../../../core/auth/lifecycle/api-keys.repository';
import { SpendingCapsRepository } from '../../../core/auth/lifecycle/spending-caps.repository';
import { Problem } from '../../../platform/problem';
import { type CommandContext, command, facts, operator, optional, page, required } from '../command';
import { addresses, futureTime, id, type KeyReference, keyReference } from '../option-readers';

const maxShownMatches = 10;

const key = required(keyReference, 'ID|START', 'its id, or how the key begins: four characters after loupe_ or more');

export const createKey = command({
  name: 'create-key',
  purpose: 'Creates an API key and prints it; it is shown only once',
  options: {
    account: required(id, 'ID', 'the account that pays for its requests'),
    name: required(line(100), 'NAME', 'what the key is called'),
    mode: optional(
      oneOf(...keyModes),
      'MODE',
      'live (the default), or test: requests go to the simulator and are free',
    ),
    'daily-cap-usd': optional(usdAmount, 'USD', 'what it may spend in a day (UTC), such as 5.00'),
    'monthly-cap-usd': optional(usdAmount, 'USD', 'what it may spend in a calendar month (UTC)'),
    'expires-at': optional(futureTime, 'TIME', 'when it stops working, such as 2030-01-31 or 2030-01-31T09:30:00Z'),
    'allowed-ips': optional(addresses, 'IPS', 'the IP addresses and ranges it may be used from, separated by commas'),
  },
  async run({ account, name, mode, ...limits }, context) {
    const choices = {
      dailyCapMicros: limits['daily-cap-usd'] ?? null,
      monthlyCapMicros: limits['monthly-cap-usd'] ?? null,
      expiresAt: limits['expires-at'],
      allowedIps: limits['allowed-ips'],
    };
    const created = await apiKeysOf(context).create(account, { name, mode, ...choices }, operator);
    return {
      ...facts({ key_id: `${created.id}`, prefix: created.prefix, key: created.plaintext }),
      note: 'Store the key now: Loupe does not store it and cannot show it again.',
    };
  },
});

const keysOfPage = 100;

export const listKeys = command({
  name: 'list-keys',
  purpose: 'Lists the API keys of an account: active ones first, newest first',
  options: {
    account: required(id, 'ID', 'the account'),
    before: optional(id, 'ID', 'only keys after this one in the list, to read the next page'),
  },
  async run({ account, before }, context) {
    const keys = apiKeysOf(context);
    const after = before === undefined ? undefined : await keys.find(before, account);
    const found = await keys.list(account, { after }, keysOfPage + 1);
    const items = found.slice(0, keysOfPage);
    return page(items.map(shown), found.length > keysOfPage ? `${items.at(-1)!.id}` : null);
  },
});

export const showKey = command({
  name: 'show-key',
  purpose: 'Shows an API key of any account, but not its secret part',
  options: { key },
  async run({ key }, context) {
    return facts(shown(await findKey(apiKeysOf(context), key)));
  },
});

export const revokeKey = command({
  name: 'revoke-key',
  purpose: 'Revokes an API key permanently, in every process',
  options: { key },
  async run({ key }, context) {
    const keys = apiKeysOf(context);
    const { id: keyId, accountId, name, prefix } = await findKey(keys, key);
    await keys.revoke({ accountId, keyId, actor: operator });
    return facts({ key_id: `${keyId}`, account_id: `${accountId}`, name, prefix, state: 'revoked' });
  },
});

/** @throws {Problem} `not_found`; `conflict` with a list of the keys that begin in this way */
async function findKey(keys: ApiKeys, reference: KeyReference): Promise<ApiKey> {
  if ('id' in reference) return keys.find(reference.id, null);
  const matches = await keys.findByPrefix(reference.prefix, maxShownMatches + 1);
  const [first, second] = matches;
  if (!first) throw new Problem('not_found', `No key begins with ${reference.prefix}.`);
  if (!second) return first;
  const listed = matches
    .slice(0, maxShownMatches)
    .map(
      ({ id, accountId, name, state, ...one }) =>
        `${id} (${startOfKey(one)}…, ${state}, ${name}, account ${accountId})`,
    );
  const more = matches.length > maxShownMatches ? ', and more' : '';
  throw new Problem(
    'conflict',
    `Several keys begin with ${reference.prefix}; give an id: ${listed.join(', ')}${more}.`,
  );
}

function shown(one: ApiKey) {
  const usd = (micros: bigint | null) => (micros === null ? null : formatUsd(micros));
  const time = (date: Date | null) => date?.toISOString() ?? null;
  return {
    key_id: `${one.id}`,
    account_id: `${one.accountId}`,
    name: one.name,
    mode: one.mode,
    prefix: one.prefix,
    state: one.state,
    built_in: one.builtIn,
    rate_limit_per_second: one.ratePerSecond,
    daily_cap_usd: usd(one.dailyCapMicros),
    monthly_cap_usd: usd(one.monthlyCapMicros),
    developer_daily_cap_usd: usd(one.developerDailyCapMicros),
    allowed_ips: one.allowedIps,
    created_at: one.createdAt.toISOString(),
    expires_at: time(one.expiresAt),
    retires_at: time(one.retiresAt),
    revoked_at: time(one.revokedAt),
    last_used_at: time(one.lastUsedAt),
    last_used_from: one.lastUsedFrom,
    rotated_from_id: one.rotatedFromId === null ? null : `${one.rotatedFromId}`,
  };
}

function apiKeysOf({ env, dataSource }: CommandContext): ApiKeys {
  const caps = new SpendingCapsRepository();
  return new ApiKeys(dataSource, new ApiKeysRepository(caps, env), caps, env);
}
