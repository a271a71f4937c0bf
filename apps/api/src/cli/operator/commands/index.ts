import type { Command } from '../command';
import { createAccount } from './create-account';
import { createKey } from './create-key';
import { createUser } from './create-user';
import { migrate } from './migrate';
import { passwordLink } from './password-link';
import { purgeUsage } from './purge-usage';
import { reconcile } from './reconcile';
import { revokeKey } from './revoke-key';
import { topUp } from './top-up';

/** Every command, in the order of help. */
export const commands: readonly Command[] = [
  migrate,
  createAccount,
  createUser,
  passwordLink,
  topUp,
  createKey,
  revokeKey,
  reconcile,
  purgeUsage,
];
