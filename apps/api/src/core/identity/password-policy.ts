import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const minLength = 12;
const maxLength = 256;
/** The file, made by scripts/common-passwords.mjs, holds the first bytes of the SHA-256 of each common password. */
const keptBytes = 6;
const commonPasswords = readFileSync(join(__dirname, 'common-passwords.bin'));

/**
 * Why a password is rejected, as the end of a sentence that starts with the parameter; undefined if it is acceptable.
 * Length and lists only, as OWASP ASVS 5.0 asks: no rule about kinds of characters.
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
  const wanted = createHash('sha256').update(password).digest().subarray(0, keptBytes);
  let low = 0;
  let high = commonPasswords.length / keptBytes;
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = commonPasswords.subarray(middle * keptBytes, (middle + 1) * keptBytes);
    const order = Buffer.compare(found, wanted);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}
