import { totpCode, totpStep } from '../../src/core/identity/totp';
import type { Browser } from './dashboard-world';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of the current step or of a later step. A later code stays valid if a step ends before it is sent. */
export function codeOf(secret: string, stepsLater = 0): string {
  return totpCode(decodeBase32(secret), totpStep(Date.now()) + stepsLater);
}

export async function enableSecondFactor(browser: Browser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await browser.post('/second-factor')).json;
  const { status, json } = await browser.post('/second-factor/confirm', { code: codeOf(secret) });
  if (status !== 200) throw new Error(`not confirmed: ${status} ${JSON.stringify(json)}`);
  return { secret, recoveryCodes: json.recovery_codes };
}
