import { Problem } from '../problem';
import type { TokenCipher } from './token-cipher';

/** Encrypts secrets that must be readable later, so that a copy of the database reveals none. */
export class StoredSecrets {
  constructor(private readonly key: TokenCipher | undefined) {}

  /** Encrypts for one owner, so that no other row can use the secret. @throws {Problem} `conflict` without a key */
  encrypt(secret: string, owner: string): string {
    if (!this.key)
      throw new Problem('conflict', 'The operator must set SECRETS_KEY first; without it, Loupe stores no secrets.');
    return this.key.encrypt(secret, owner);
  }

  /** The secret; undefined if its key is gone or it has another owner. */
  decrypt(encrypted: string, owner: string): string | undefined {
    return this.key?.decrypt(encrypted, owner);
  }
}
