import { createHmac } from 'node:crypto';

/** HMAC-SHA256, truncated to 32 hexadecimal digits. Without the secret nobody can match a text to a hash. */
export class KeyedHash {
  constructor(private readonly secret: string) {}

  of(text: string): string {
    return createHmac('sha256', this.secret).update(text).digest('hex').slice(0, 32);
  }
}
