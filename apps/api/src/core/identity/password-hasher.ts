import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Problem } from '../../platform/problem';
import { type Queue, Semaphore } from '../../platform/semaphore';

/** Argon2id with 19 MiB, two passes, one lane: one of the settings of OWASP ASVS 5.0, appendix C. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Verified against when there is no password, to take as long as with one. Nothing hashes to it. */
const dummyHash = `$argon2id$v=19$m=${settings.memoryCost},t=${settings.timeCost},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Strangers have bounded queues, so that known devices and signed-in users are not kept waiting. */
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

/** Hashes and verifies passwords, at most two at once, because the rest of the process needs libuv's four threads too. */
@Injectable()
export class PasswordHasher {
  private readonly semaphore = new Semaphore(2);

  /** @param user whose identity is proved. @throws {Problem} `service_unavailable` when too many are waiting. */
  hash(password: string, user: string): Promise<string> {
    return this.semaphore.run(() => hash(password, settings), queues.known(user), tooBusy);
  }

  /**
   * Whether the password is the one of the hash; null stands for none and takes as long.
   * @throws {Problem} `service_unavailable` when too many are waiting.
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
