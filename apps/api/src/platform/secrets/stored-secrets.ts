import { Problem } from '../http/problem';
import type { Seal } from './seal';

/** Secrets that must be read again later, sealed for the database: a copy of it gives none of them away. */
export class StoredSecrets {
  /** @param key undefined where the operator has given none. */
  constructor(private readonly key: Seal | undefined) {}

  /**
   * @param owner whose it is: copied to another row it opens nothing.
   * @throws {Problem} `conflict` where there is no key.
   */
  seal(secret: string, owner: string): string {
    if (!this.key)
      throw new Problem('conflict', 'The operator must set SECRETS_KEY first: without it no secret is kept.');
    return this.key.seal(secret, owner);
  }

  /** The secret; undefined when it was sealed with a key that is gone, or for another owner. */
  open(sealed: string, owner: string): string | undefined {
    return this.key?.open(sealed, owner);
  }

  get isPossible(): boolean {
    return this.key !== undefined;
  }
}
