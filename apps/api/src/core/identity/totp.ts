import { createHmac, timingSafeEqual } from 'node:crypto';

const stepSeconds = 30;
const codeDigits = 6;
const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function totpStep(nowMs: number): number {
  return Math.floor(nowMs / 1_000 / stepSeconds);
}

/** RFC 6238 with SHA-1, six digits and steps of thirty seconds, which every authenticator supports. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac[mac.length - 1]! & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** codeDigits;
  return String(number).padStart(codeDigits, '0');
}

/**
 * The step that the code belongs to: the current step or, because clocks differ, a neighbouring step. Otherwise undefined.
 * @param afterStep the step of the last used code. Codes up to this step are refused.
 */
export function matchingTotpStep(secret: Buffer, code: string, nowMs: number, afterStep: number): number | undefined {
  const typed = Buffer.from(code);
  const now = totpStep(nowMs);
  return [now, now - 1, now + 1].find((step) => {
    const expected = Buffer.from(totpCode(secret, step));
    return step > afterStep && typed.length === expected.length && timingSafeEqual(typed, expected);
  });
}

export function otpauthUrl(secret: Buffer, issuer: string, user: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(user)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

/** RFC 4648 base32 without padding, the format in which authenticators accept a secret. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += base32Alphabet[(value >> (bits - 5)) & 31];
  }
  return bits > 0 ? text + base32Alphabet[(value << (5 - bits)) & 31] : text;
}
