import { mustBe } from '@loupe/dto';
import { isEmail } from 'class-validator';

/**
 * Mail programs drop some of these, and nobody sees the others: mail for `"a<BEL>"@example.com` would reach the mailbox of somebody
 * else. A quoted local part may hold nearly anything, and no person's mailbox needs one.
 */
const deceptive = /["\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Why nobody can sign in with a text as their address; undefined when somebody can. */
export function emailAddressFault(text: unknown): string | undefined {
  if (!isEmail(text)) return mustBe.email;
  return deceptive.test(`${text}`) ? `${mustBe.email} without quotes, spaces and invisible characters` : undefined;
}
