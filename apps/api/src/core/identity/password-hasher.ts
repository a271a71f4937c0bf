import { hash, verify } from '@node-rs/argon2';
import { Problem } from '../../platform/http/problem';
import { Turns } from './turns';

/** Argon2id with 19 MiB, two passes, one lane: one of the settings of OWASP ASVS 5.0, appendix C. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Verified against when there is no password, so that the answer takes as long as with one. Nothing hashes to it. */
const nobodysHash = `$argon2id$v=19$m=${settings.memoryCost},t=${settings.timeCost},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Counts attempts. It is asked within the turn, so that guesses sent at one moment do not all slip through. */
export interface Attempt {
  /** @throws {Problem} when there were too many failures. */
  admit(): void;
  failed(): void;
}

/**
 * Hashes and verifies passwords, two at once at most: the work is done on libuv's four threads, which the rest of the
 * process needs too.
 */
export class PasswordHasher {
  private readonly turns = new Turns(2, 100);

  /** @throws {Problem} `service_unavailable` when too many are waiting. */
  hash(password: string): Promise<string> {
    return this.turns.take(() => hash(password, settings), tooBusy);
  }

  /**
   * Whether the password is the one of the hash; null stands for none and takes as long.
   * @throws {Problem} `service_unavailable` when too many are waiting.
   */
  verify(passwordHash: string | null, password: string, attempt: Attempt): Promise<boolean> {
    return this.turns.take(async () => {
      attempt.admit();
      const matches = (await verify(passwordHash ?? nobodysHash, password)) && passwordHash !== null;
      if (!matches) attempt.failed();
      return matches;
    }, tooBusy);
  }
}

const tooBusy = () =>
  new Problem('service_unavailable', 'Too many people are signing in at this moment. Try again shortly.', {
    retryAfterSeconds: 5,
  });
