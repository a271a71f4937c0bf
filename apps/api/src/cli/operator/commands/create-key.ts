import { apiKeysOf } from '../api-keys-of';
import { command, facts, operator } from '../command';
import { required } from '../option';
import { id, line } from '../option-readers';

export const createKey = command({
  name: 'create-key',
  purpose: 'Makes an API key and prints it, the only time it is seen',
  options: {
    account: required(id, 'ID', 'the account that pays for its requests'),
    name: required(line(100), 'NAME', 'what the key is called'),
  },
  async run({ account, name }, workplace) {
    const key = await apiKeysOf(workplace).create(account, { name }, operator);
    return {
      lines: facts({ key_id: key.id, prefix: key.prefix, key: key.plaintext }),
      note: 'This is the only time that the key is shown: it is not kept.',
    };
  },
});
