import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as text, for a cookie or a link. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored hash of a token. Tokens are random, so a fast hash is enough. */
export function secretTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
