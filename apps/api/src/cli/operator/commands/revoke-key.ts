import { apiKeysOf } from '../api-keys-of';
import { command, facts, operator } from '../command';
import { required } from '../option';
import { id } from '../option-readers';

export const revokeKey = command({
  name: 'revoke-key',
  purpose: 'Ends an API key for good, in every process',
  options: { key: required(id, 'ID', 'the id of the key; the search of support finds it by its first characters') },
  async run({ key: keyId }, workplace) {
    const keys = apiKeysOf(workplace);
    const { accountId, name, prefix } = await keys.find(keyId, null);
    await keys.revoke({ accountId, keyId, actor: operator });
    return { lines: facts({ key_id: keyId, account_id: accountId, name, prefix, state: 'revoked' }) };
  },
});
