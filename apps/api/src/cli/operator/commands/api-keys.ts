import { line } from '@loupe/dto';
import { ApiKeys } from '../../../core/auth/lifecycle/api-keys';
import { ApiKeysRepository } from '../../../core/auth/lifecycle/api-keys.repository';
import { SpendingCapsRepository } from '../../../core/auth/lifecycle/spending-caps.repository';
import { type CommandContext, command, facts, operator, required } from '../command';
import { id } from '../option-readers';

export const createKey = command({
  name: 'create-key',
  purpose: 'Creates an API key and prints it; it is shown only once',
  options: {
    account: required(id, 'ID', 'the account that pays for its requests'),
    name: required(line(100), 'NAME', 'what the key is called'),
  },
  async run({ account, name }, context) {
    const key = await apiKeysOf(context).create(account, { name }, operator);
    return {
      lines: facts({ key_id: key.id, prefix: key.prefix, key: key.plaintext }),
      note: 'Store the key now: Loupe does not store it and cannot show it again.',
    };
  },
});

export const revokeKey = command({
  name: 'revoke-key',
  purpose: 'Revokes an API key permanently, in every process',
  options: { key: required(id, 'ID', "the key's id; support can search for it by the first characters of the key") },
  async run({ key: keyId }, context) {
    const keys = apiKeysOf(context);
    const { accountId, name, prefix } = await keys.find(keyId, null);
    await keys.revoke({ accountId, keyId, actor: operator });
    return { lines: facts({ key_id: keyId, account_id: accountId, name, prefix, state: 'revoked' }) };
  },
});

function apiKeysOf({ env, dataSource }: CommandContext): ApiKeys {
  const caps = new SpendingCapsRepository();
  return new ApiKeys(dataSource, new ApiKeysRepository(caps, env), caps, env);
}
