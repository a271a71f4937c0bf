import { recordAudit } from '../../audit/audit-log';
import { command, facts, operator } from '../command';
import { Newcomers } from '../newcomers';
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
      const newcomers = new Newcomers(workplace);
      const accountId = await newcomers.users.createAccount(db, name);
      const target = { accountId, targetType: 'account', targetId: `${accountId}` };
      const detail = { name, owner_email: ownerEmail };
      await recordAudit(db, { actor: operator, action: 'account.create', ...target, detail });
      const owner =
        ownerEmail === undefined
          ? {}
          : await newcomers.admit(db, { email: ownerEmail, role: 'owner', accountId }, 'owner_');
      return { lines: facts({ account_id: accountId, name, ...owner }) };
    }),
});
