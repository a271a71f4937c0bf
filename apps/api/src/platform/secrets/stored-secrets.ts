import { Problem } from '../http/problem';
import type { TokenCipher } from './token-cipher';

/** Encrypts secrets that must be read again later: a copy of the database reveals none of them. */
export class StoredSecrets {
  /** @param key undefined if the operator has configured none. */
  constructor(private readonly key: TokenCipher | undefined) {}

  /**
   * @param owner whose secret it is: copied to another row, it cannot be decrypted.
   * @throws {Problem} `conflict` where there is no key.
   */
  encrypt(secret: string, owner: string): string {
    if (!this.key)
      throw new Problem('conflict', 'The operator must set SECRETS_KEY first; without it, Loupe stores no secrets.');
    return this.key.encrypt(secret, owner);
  }

  /** The secret; undefined when it was encrypted with a key that is gone, or for another owner. */
  decrypt(encrypted: string, owner: string): string | undefined {
    return this.key?.decrypt(encrypted, owner);
  }
}
