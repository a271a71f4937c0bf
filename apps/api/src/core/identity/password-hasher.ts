import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Problem } from '../../platform/problem';
import { type Queue, Semaphore } from '../../platform/semaphore';

/** Argon2id with 19 MiB, two passes, one lane: one of the settings of OWASP ASVS 5.0, appendix C. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** No password matches it. Verifying against it takes as long as against the hash of a user. */
const dummyHash = `$argon2id$v=19$m=${settings.memoryCost},t=${settings.timeCost},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Strangers wait in queues of their own, so that they cannot delay known devices and signed-in users. */
export const queues = {
  stranger: (address: string): Queue[] => [
    { group: 'strangers', maxWaiting: 80 },
    { group: `address ${address}`, maxWaiting: 5 },
  ],
  known: (name: string): Queue[] => [
    { group: 'known', maxWaiting: 40 },
    { group: `known ${name}`, maxWaiting: 5 },
  ],
};

/** Hashes and verifies passwords, at most two at once, because other work also needs libuv's four threads. */
@Injectable()
export class PasswordHasher {
  private readonly semaphore = new Semaphore(2);

  /** @param user a user with proven identity. @throws {Problem} `service_unavailable` when too many calls are waiting. */
  hash(password: string, user: string): Promise<string> {
    return this.semaphore.run(() => hash(password, settings), queues.known(user), tooBusy);
  }

  /**
   * Whether the password matches the hash. No password matches a null hash, and its check takes as long as any other.
   * @throws {Problem} `service_unavailable` when too many calls are waiting.
   */
  verify(passwordHash: string | null, password: string, waitIn: readonly Queue[]): Promise<boolean> {
    const matches = async () => (await verify(passwordHash ?? dummyHash, password)) && passwordHash !== null;
    return this.semaphore.run(matches, waitIn, tooBusy);
  }
}

const tooBusy = () =>
  new Problem('service_unavailable', 'Too many sign-ins are in progress. Try again shortly.', {
    retryAfterSeconds: 5,
  });
