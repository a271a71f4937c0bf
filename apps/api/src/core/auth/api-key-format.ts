import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * `loupe_`, 27 random base62 characters (160.7 bits), six characters of checksum. The marker and the checksum let secret
 * scanners recognise a leaked key, and let a typo be refused without a look-up.
 */
const marker = 'loupe_';
const randomLength = 27;
const checksumLength = 6;
const bodyLength = marker.length + randomLength;
const prefixLength = 8;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export const apiKeyLength = bodyLength + checksumLength;

/** A new key from the system's secure random numbers. The caller shows it once and stores only its hash. */
export function generateApiKey(): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return marker + random + checksum(marker + random);
}

/** Whether `text` has the form of a key, checksum included. Needs no secret and says nothing about whether the key exists. */
export function isWellFormedApiKey(text: string): boolean {
  return (
    text.length === apiKeyLength && text.startsWith(marker) && text.endsWith(checksum(text.substring(0, bodyLength)))
  );
}

/** SHA-256, 32 bytes: apart from the prefix, all that is stored of a key. */
export function hashApiKey(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** {@link hashApiKey} into an existing buffer, in less than half the time: allocating one costs more than hashing. */
export function writeApiKeyHash(text: string, into: Buffer): void {
  into.write(hash('sha256', text, 'binary'), 'latin1');
}

/** The first eight characters of the random part: safe to show and to log. */
export function apiKeyPrefix(text: string): string {
  return text.substring(marker.length, marker.length + prefixLength);
}

/** CRC-32 in six base62 digits, most significant first. */
function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let i = 0; i < checksumLength; i++) {
    digits = alphabet[rest % alphabet.length] + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
