import { Problem } from '../http/problem';
import type { Seal } from './seal';

/** Seals secrets that must be read again later: a copy of the database reveals none of them. */
export class StoredSecrets {
  /** @param key undefined if the operator has configured none. */
  constructor(private readonly key: Seal | undefined) {}

  /**
   * @param owner whose secret it is: copied to another row, it cannot be opened.
   * @throws {Problem} `conflict` where there is no key.
   */
  seal(secret: string, owner: string): string {
    if (!this.key)
      throw new Problem('conflict', 'The operator must set SECRETS_KEY first; without it, Loupe stores no secrets.');
    return this.key.seal(secret, owner);
  }

  /** The secret; undefined when it was sealed with a key that is gone, or for another owner. */
  open(sealed: string, owner: string): string | undefined {
    return this.key?.open(sealed, owner);
  }
}
