import type { Command } from './command';
import { listAccounts, resume, showAccount, suspend } from './commands/accounts';
import { createKey, listKeys, revokeKey, showKey } from './commands/api-keys';
import { distribute } from './commands/distribute';
import { closeMonth, migrate, purgeUsage, reconcile } from './commands/maintenance';
import { reverse, topUp } from './commands/money';
import { eraseAccount, exportAccount } from './commands/personal-data';
import { createAccount, createUser, disableUser, passwordLink, signInLink } from './commands/users';

export const commands: readonly Command[] = [
  migrate,
  createAccount,
  listAccounts,
  showAccount,
  suspend,
  resume,
  createUser,
  disableUser,
  passwordLink,
  signInLink,
  topUp,
  reverse,
  createKey,
  listKeys,
  showKey,
  revokeKey,
  reconcile,
  closeMonth,
  purgeUsage,
  distribute,
  exportAccount,
  eraseAccount,
];
