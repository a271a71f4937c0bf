import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

interface Key {
  /** First byte of a token: says which secret sealed it, so that opening needs one try. */
  readonly hint: number;
  readonly bytes: Buffer;
}

/**
 * Seals texts so that nobody can read or change them, nor use them for anything else: AES-256-GCM, with what they are for
 * as authenticated data. The first secret seals, every one opens: that is how secrets rotate.
 */
export class Seal {
  private readonly keys: readonly Key[];

  constructor(secrets: readonly string[]) {
    this.keys = secrets.map((secret) => {
      const bytes = createHash('sha256').update('loupe cursor\0').update(secret).digest();
      return { bytes, hint: createHash('sha256').update(bytes).digest()[0]! };
    });
  }

  /** @param use what it is for: the list of a cursor, the owner of a secret. */
  seal(text: string, use: string): string {
    const key = this.keys[0]!;
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(Buffer.from(use));
    const sealed = [Buffer.of(key.hint), nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(sealed).toString('base64url');
  }

  /** The text, or undefined when the token was not sealed here for this use. */
  open(token: string, use: string): string | undefined {
    const bytes = Buffer.from(token, 'base64url');
    // Only the one spelling that was given out is accepted, not what base64 would also decode to the same bytes.
    if (bytes.length <= nonceBytes + tagBytes || bytes.toString('base64url') !== token) return undefined;
    for (const key of this.keys) {
      if (key.hint !== bytes[0]) continue;
      const opened = openWith(key, bytes, use);
      if (opened !== undefined) return opened;
    }
    return undefined;
  }
}

function openWith(key: Key, bytes: Buffer, use: string): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(1, 1 + nonceBytes));
  decipher.setAAD(Buffer.from(use)).setAuthTag(bytes.subarray(-tagBytes));
  try {
    return decipher.update(bytes.subarray(1 + nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
