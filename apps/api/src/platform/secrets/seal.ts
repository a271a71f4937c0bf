import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { KeyedHash } from './keyed-hash';

const nonceBytes = 12;
const tagBytes = 16;

interface Key {
  /** First byte of a token: names the secret that sealed it, so opening takes one attempt. */
  readonly hint: number;
  readonly bytes: Buffer;
  /** Decides nonces: nobody else can tell which text has which. */
  readonly nonces: KeyedHash;
}

/**
 * Encrypts texts for one use only: AES-256-GCM with the use as authenticated data. The first secret seals, all of them open:
 * that is how secrets are rotated. Equal texts have equal tokens in every process: a page that is asked for again leads on to the
 * same next one, which may have been paid for.
 */
export class Seal {
  private readonly keys: readonly Key[];

  constructor(secrets: readonly string[]) {
    this.keys = secrets.map((secret) => {
      // Every key is derived with this label, not only that of cursors: changing it would lock existing installations out of
      // their sealed webhook and authenticator secrets.
      const bytes = createHash('sha256').update('loupe cursor\0').update(secret).digest();
      const nonces = new KeyedHash(`nonces\0${bytes.toString('hex')}`);
      return { bytes, nonces, hint: createHash('sha256').update(bytes).digest()[0]! };
    });
  }

  /** @param use such as the list of a cursor, or the owner of a secret. */
  seal(text: string, use: string): string {
    const key = this.keys[0]!;
    const nonce = Buffer.from(key.nonces.of(`${use}\0${text}`), 'hex').subarray(0, nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(Buffer.from(use));
    const sealed = [Buffer.of(key.hint), nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(sealed).toString('base64url');
  }

  /** The text, or undefined when the token was not sealed here for this use. */
  open(token: string, use: string): string | undefined {
    const bytes = Buffer.from(token, 'base64url');
    // Base64 has several spellings of the same bytes; only the one that was issued is accepted.
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
