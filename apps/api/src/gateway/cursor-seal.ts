import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

interface Key {
  /** First byte of a token: says which secret sealed it, so that opening needs one try. */
  readonly hint: number;
  readonly bytes: Buffer;
}

/**
 * Seals cursors so that callers can neither read nor change them, nor use them for another list: AES-256-GCM, with what
 * identifies the list as authenticated data. The first secret seals, every one opens: that is how secrets rotate.
 */
export class CursorSeal {
  private readonly keys: readonly Key[];

  constructor(secrets: readonly string[]) {
    this.keys = secrets.map((secret) => {
      const bytes = createHash('sha256').update('loupe cursor\0').update(secret).digest();
      return { bytes, hint: createHash('sha256').update(bytes).digest()[0]! };
    });
  }

  /** @param list what identifies the list: the operation and every parameter but the cursor. */
  seal(cursor: string, list: string): string {
    const key = this.keys[0]!;
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(Buffer.from(list));
    const sealed = [Buffer.of(key.hint), nonce, cipher.update(cursor, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(sealed).toString('base64url');
  }

  /** The cursor, or undefined when the token was not sealed here for this list. */
  open(token: string, list: string): string | undefined {
    const bytes = Buffer.from(token, 'base64url');
    // Only the one spelling that was given out is accepted, not what base64 would also decode to the same bytes.
    if (bytes.length <= nonceBytes + tagBytes || bytes.toString('base64url') !== token) return undefined;
    for (const key of this.keys) {
      if (key.hint !== bytes[0]) continue;
      const opened = openWith(key, bytes, list);
      if (opened !== undefined) return opened;
    }
    return undefined;
  }
}

function openWith(key: Key, bytes: Buffer, list: string): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(1, 1 + nonceBytes));
  decipher.setAAD(Buffer.from(list)).setAuthTag(bytes.subarray(-tagBytes));
  try {
    return decipher.update(bytes.subarray(1 + nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
