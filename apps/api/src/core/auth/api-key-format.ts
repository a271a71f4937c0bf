import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyMode } from '@loupe/dto';

/** API keys by mode, and management tokens. */
export type SecretKind = KeyMode | 'manage';

/** A secret: a marker for secret scanners, 27 random base62 characters (160.8 bits), and a checksum that detects typos. */
const markers: Readonly<Record<SecretKind, string>> = {
  live: 'loupe_',
  test: 'loupe_test_',
  manage: 'loupe_manage_',
};
const randomLength = 27;
const checksumLength = 6;
export const prefixLength = 8;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const lengthOf = (kind: SecretKind) => markers[kind].length + randomLength + checksumLength;
export const apiKeyLength = lengthOf('live');
export const testKeyLength = lengthOf('test');
export const managementTokenLength = lengthOf('manage');

/** Generates a secret from secure random numbers. Show it once, and store only its hash. */
export function generateApiKey(kind: SecretKind = 'live'): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  const body = markers[kind] + random;
  return body + checksum(body);
}

/** Whether the text has the form of a key, including its checksum. Does not tell whether the key exists. */
export function isWellFormedApiKey(text: string): boolean {
  return isOfKind(text, 'live') || isOfKind(text, 'test');
}

/** Whether the text has the form of a management token. No text has the form of both: their lengths differ. */
export function isWellFormedManagementToken(text: string): boolean {
  return isOfKind(text, 'manage');
}

function isOfKind(text: string, kind: SecretKind): boolean {
  const isMarked = text.length === lengthOf(kind) && text.startsWith(markers[kind]);
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

/** The first eight random characters of a secret, which may be shown and logged. */
export function apiKeyPrefix(text: string): string {
  const kind = isTestKey(text) ? 'test' : text.length === managementTokenLength ? 'manage' : 'live';
  const start = markers[kind].length;
  return text.substring(start, start + prefixLength);
}

/** The start of a secret, as it is shown to people. */
export function startOfKey({ prefix, mode }: { readonly prefix: string; readonly mode: SecretKind }): string {
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
