import { mustBe } from '@loupe/dto';
import { isEmail } from 'class-validator';

/**
 * Mail programs drop some of these characters and the others are invisible, so mail could reach the mailbox of somebody else, as
 * for `"a<BEL>"@example.com`. A quoted local part may hold nearly anything, and no person's mailbox needs one.
 */
const deceptive = /["\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Why a text is no usable email address; undefined when it is one. */
export function emailAddressError(text: unknown): string | undefined {
  if (!isEmail(text)) return mustBe.email;
  return deceptive.test(`${text}`) ? `${mustBe.email} without quotes, spaces and invisible characters` : undefined;
}
