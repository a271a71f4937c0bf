import { hash } from 'node:crypto';

/**
 * 32 hexadecimal digits of which nobody without the secret can tell what they are of. Half a digest cannot be extended, so the secret
 * may stand before the text, at a fifth of what an HMAC costs.
 */
export class KeyedHash {
  constructor(private readonly secret: string) {}

  of(text: string): string {
    return hash('sha256', `${this.secret}\0${text}`).slice(0, 32);
  }
}
