import { command, facts, operator } from '../command';
import { admissionOf, newcomerFacts } from '../newcomers';
import { optional, required } from '../option';
import { email, line } from '../option-readers';

export const createAccount = command({
  name: 'create-account',
  purpose: 'Makes an account for a customer, and invites its owner',
  options: {
    name: required(line(200), 'NAME', 'what the account is called'),
    'owner-email': optional(email, 'EMAIL', 'who owns it; a one-time link to set the password is printed'),
  },
  run: ({ name, 'owner-email': ownerEmail }, workplace) =>
    workplace.dataSource.transaction(async (db) => {
      const { accountId, owner } = await admissionOf(workplace).createAccount(db, operator, { name, ownerEmail });
      return { lines: facts({ account_id: accountId, name, ...(owner && newcomerFacts(owner, workplace)) }) };
    }),
});
