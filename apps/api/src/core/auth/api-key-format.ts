import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyMode } from '@loupe/dto';

/**
 * `loupe_` or, of test keys, `loupe_test_`; 27 random base62 characters (160.7 bits), six characters of checksum. The marker
 * and the checksum let secret scanners recognise a leaked key, and let a typo be refused without a look-up.
 */
const markers: Readonly<Record<KeyMode, string>> = { live: 'loupe_', test: 'loupe_test_' };
const randomLength = 27;
const checksumLength = 6;
const prefixLength = 8;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export const apiKeyLength = markers.live.length + randomLength + checksumLength;
export const testKeyLength = markers.test.length + randomLength + checksumLength;

/** A new key from the system's secure random numbers. The caller shows it once and stores only its hash. */
export function generateApiKey(mode: KeyMode = 'live'): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  const body = markers[mode] + random;
  return body + checksum(body);
}

/** Whether `text` has the form of a key, checksum included. Needs no secret and says nothing about whether the key exists. */
export function isWellFormedApiKey(text: string): boolean {
  const isMarked =
    (text.length === apiKeyLength && text.startsWith(markers.live)) ||
    (text.length === testKeyLength && text.startsWith(markers.test));
  return isMarked && text.endsWith(checksum(text.slice(0, -checksumLength)));
}

/**
 * Whether a well-formed key is a test key. Nothing else has to say so: what is stored is the hash of the whole text, so no row
 * can make the one pass for the other.
 */
export function isTestKey(text: string): boolean {
  return text.length === testKeyLength;
}

/** SHA-256, 32 bytes: apart from the prefix, all that is stored of a key. */
export function hashApiKey(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** The first eight characters of the random part: safe to show and to log. */
export function apiKeyPrefix(text: string): string {
  const start = text.startsWith(markers.test) ? markers.test.length : markers.live.length;
  return text.substring(start, start + prefixLength);
}

/** How a key starts, as people are shown it. */
export function startOfKey({ prefix, mode }: { readonly prefix: string; readonly mode: KeyMode }): string {
  return markers[mode] + prefix;
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
