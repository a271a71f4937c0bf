import { AccountsRepository } from '../../../core/accounts/accounts.repository';
import { oneOf } from '../../../platform/config/env-readers';
import { command, facts, operator, type Workplace } from '../command';
import { admissionOf, newcomerFacts } from '../newcomers';
import { optional, required, toggle } from '../option';
import { email, id } from '../option-readers';

export const createUser = command({
  name: 'create-user',
  purpose: 'Makes a user of the dashboard',
  options: {
    email: required(email, 'EMAIL', 'what the user signs in with'),
    role: required(oneOf('support', 'owner'), 'ROLE', 'support, or owner of an account'),
    account: optional(id, 'ID', 'the account of an owner'),
    'password-stdin': toggle('read the password from standard input; otherwise a one-time link to set it is printed'),
  },
  faults: ({ role, account }) => {
    if (role === 'owner' && account === undefined) return ['--account is missing: an owner has one'];
    if (role === 'support' && account !== undefined) return ['--account is for owners: support has none'];
    return [];
  },
  async run({ email, role, account, 'password-stdin': isTyped }, workplace) {
    const password = isTyped ? await readPassword(workplace) : undefined;
    const accountId = account ?? null;
    if (accountId !== null) await new AccountsRepository().read(workplace.dataSource, accountId);
    const admitted = await workplace.dataSource.transaction((db) =>
      admissionOf(workplace).createUser(db, operator, { email, role, accountId, password }),
    );
    return { lines: facts(newcomerFacts(admitted, workplace)) };
  },
});

/** Without the line break that `echo` and editors end a file with. */
async function readPassword(workplace: Workplace): Promise<string> {
  return (await workplace.readInput()).replace(/\r?\n$/, '');
}
