import type { Command } from './command';
import { createKey, revokeKey } from './commands/api-keys';
import { distribute } from './commands/distribute';
import { closeMonth, migrate, purgeUsage, reconcile } from './commands/maintenance';
import { eraseAccount, exportAccount } from './commands/personal-data';
import { topUp } from './commands/top-up';
import { createAccount, createUser, passwordLink } from './commands/users';

export const commands: readonly Command[] = [
  migrate,
  createAccount,
  createUser,
  passwordLink,
  topUp,
  createKey,
  revokeKey,
  reconcile,
  closeMonth,
  purgeUsage,
  distribute,
  exportAccount,
  eraseAccount,
];
