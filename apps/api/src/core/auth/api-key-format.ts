import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyMode } from '@loupe/dto';

/** A key: a marker for secret scanners, 27 random base62 characters (160.8 bits), and a checksum that detects typos. */
const markers: Readonly<Record<KeyMode, string>> = { live: 'loupe_', test: 'loupe_test_' };
const randomLength = 27;
const checksumLength = 6;
export const prefixLength = 8;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export const apiKeyLength = markers.live.length + randomLength + checksumLength;
export const testKeyLength = markers.test.length + randomLength + checksumLength;

/** Generates a key from secure random numbers. Show it once, and store only its hash. */
export function generateApiKey(mode: KeyMode = 'live'): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  const body = markers[mode] + random;
  return body + checksum(body);
}

/** Whether the text has the form of a key, including its checksum. Does not tell whether the key exists. */
export function isWellFormedApiKey(text: string): boolean {
  const isMarked =
    (text.length === apiKeyLength && text.startsWith(markers.live)) ||
    (text.length === testKeyLength && text.startsWith(markers.test));
  return isMarked && text.endsWith(checksum(text.slice(0, -checksumLength)));
}

/** Checks only the length. The stored hash covers the marker, so no test key matches the hash of a live key. */
export function isTestKey(text: string): boolean {
  return text.length === testKeyLength;
}

/** The SHA-256 of a key, 32 bytes. The database stores only this hash and the prefix. */
export function hashApiKey(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** The first eight random characters of a key, which may be shown and logged. */
export function apiKeyPrefix(text: string): string {
  const start = text.startsWith(markers.test) ? markers.test.length : markers.live.length;
  return text.substring(start, start + prefixLength);
}

/** The start of a key, as it is shown to people. */
export function startOfKey({ prefix, mode }: { readonly prefix: string; readonly mode: KeyMode }): string {
  return markers[mode] + prefix;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let i = 0; i < checksumLength; i++) {
    digits = alphabet[rest % alphabet.length] + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
