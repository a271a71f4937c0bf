import { mustBe } from '@loupe/dto';
import { isEmail } from 'class-validator';

/**
 * Invisible characters, and characters that some mail programs drop, as in `"a<BEL>"@example.com`: mail could reach somebody
 * else's mailbox. Quotes are included, because a quoted local part may contain nearly any character.
 */
const deceptive = /["\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Why a text is not a usable email address; undefined when it is. */
export function emailAddressError(text: unknown): string | undefined {
  if (!isEmail(text)) return mustBe.email;
  return deceptive.test(`${text}`) ? `${mustBe.email} without quotes, spaces and invisible characters` : undefined;
}
