import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

interface Key {
  /** First byte of a token. It tells which secret encrypted the token, so that decryption rarely takes two attempts. */
  readonly keyId: number;
  readonly encryption: Buffer;
  readonly nonces: Buffer;
}

/**
 * AES-256-GCM with the purpose as authenticated data. The first secret encrypts and every secret decrypts, which allows
 * rotation. The nonce is an HMAC of purpose and text, so equal texts give equal tokens in every process: a page that is
 * fetched again has the same next cursor, so the stored response to a request with this cursor still matches.
 */
export class TokenCipher {
  private readonly keys: readonly Key[];

  constructor(secrets: readonly string[]) {
    this.keys = secrets.map((secret) => ({
      keyId: derived(secret, 'key hint', 1)[0]!,
      encryption: derived(secret, 'encryption', 32),
      nonces: derived(secret, 'nonces', 32),
    }));
  }

  /** @param purpose such as the list of a cursor or the owner of a secret */
  encrypt(text: string, purpose: string): string {
    const key = this.keys[0]!;
    // As JSON, so that two different pairs of purpose and text never give the same input.
    const mac = createHmac('sha256', key.nonces).update(JSON.stringify([purpose, text]));
    const nonce = mac.digest().subarray(0, nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key.encryption, nonce).setAAD(Buffer.from(purpose));
    const encrypted = [Buffer.of(key.keyId), nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(encrypted).toString('base64url');
  }

  /** The text; undefined unless the token was encrypted with one of the secrets, for this purpose. */
  decrypt(token: string, purpose: string): string | undefined {
    const bytes = Buffer.from(token, 'base64url');
    // Base64 has several spellings of the same bytes. Only the issued one is accepted.
    if (bytes.length <= nonceBytes + tagBytes || bytes.toString('base64url') !== token) return undefined;
    for (const key of this.keys) {
      if (key.keyId !== bytes[0]) continue;
      const decrypted = decryptWith(key, bytes, purpose);
      if (decrypted !== undefined) return decrypted;
    }
    return undefined;
  }
}

function derived(secret: string, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `loupe ${purpose}`, length));
}

function decryptWith(key: Key, bytes: Buffer, purpose: string): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key.encryption, bytes.subarray(1, 1 + nonceBytes));
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-tagBytes));
  try {
    return decipher.update(bytes.subarray(1 + nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
