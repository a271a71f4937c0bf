import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const minLength = 12;
const maxLength = 256;
/** scripts/common-passwords.mjs writes this many bytes of the SHA-256 of each common password to the file. */
const hashBytes = 6;
const commonPasswords = readFileSync(join(__dirname, 'common-passwords.bin'));

/**
 * Why a password is refused: the end of a sentence that starts with the parameter. Undefined if it is not refused.
 * There is no rule about kinds of characters, as OWASP ASVS 5.0 requires.
 */
export function passwordError(password: string, email: string): string | undefined {
  const length = [...password].length;
  if (length < minLength || length > maxLength) return `must have ${minLength} to ${maxLength} characters`;
  const lower = password.toLowerCase();
  if (isCommon(lower)) return 'must not be a commonly used password';
  if (/^(.{1,4})\1+.{0,3}$/u.test(lower)) return 'must not repeat a few characters over and over';
  if (lower.includes(email)) return 'must not contain the email address';
  return undefined;
}

/** Binary search in the sorted file. */
function isCommon(password: string): boolean {
  const wanted = createHash('sha256').update(password).digest().subarray(0, hashBytes);
  let low = 0;
  let high = commonPasswords.length / hashBytes;
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = commonPasswords.subarray(middle * hashBytes, (middle + 1) * hashBytes);
    const order = Buffer.compare(found, wanted);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}
