import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

interface Key {
  /** First byte of a token: names the secret that sealed it, so opening takes one attempt. */
  readonly hint: number;
  readonly encryption: Buffer;
  readonly nonces: Buffer;
}

/**
 * Encrypts texts for one use only: AES-256-GCM with the use as authenticated data. The first secret seals, all of them open:
 * that is how secrets are rotated. A nonce is an HMAC of the use and the text, so equal texts have equal tokens in every process:
 * a page that is fetched anew leads to the same next page, which the caller may have paid for.
 */
export class Seal {
  private readonly keys: readonly Key[];

  constructor(secrets: readonly string[]) {
    this.keys = secrets.map((secret) => ({
      hint: derived(secret, 'key hint', 1)[0]!,
      encryption: derived(secret, 'encryption', 32),
      nonces: derived(secret, 'nonces', 32),
    }));
  }

  /** @param use such as the list of a cursor, or the owner of a secret. */
  seal(text: string, use: string): string {
    const key = this.keys[0]!;
    // As JSON, because two pairs that are put together must not be the same text: a nonce serves one message only.
    const mac = createHmac('sha256', key.nonces).update(JSON.stringify([use, text]));
    const nonce = mac.digest().subarray(0, nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key.encryption, nonce).setAAD(Buffer.from(use));
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

function derived(secret: string, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `loupe ${purpose}`, length));
}

function openWith(key: Key, bytes: Buffer, use: string): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key.encryption, bytes.subarray(1, 1 + nonceBytes));
  decipher.setAAD(Buffer.from(use)).setAuthTag(bytes.subarray(-tagBytes));
  try {
    return decipher.update(bytes.subarray(1 + nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
