import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Problem } from '../../platform/http/problem';

/** Argon2id with 19 MiB, two passes, one lane: one of the settings of OWASP ASVS 5.0, appendix C. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Verified against when there is no password, to take as long as with one. Nothing hashes to it. */
const dummyHash = `$argon2id$v=19$m=${settings.memoryCost},t=${settings.timeCost},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Counts attempts. Called while the semaphore is held: otherwise guesses sent at once would all be admitted. */
export interface Attempt {
  /** @throws {Problem} when there were too many failures. */
  admit(): void;
  failed(): void;
}

/** Hashes and verifies passwords, at most two at once: it takes libuv's four threads, which the rest of the process needs too. */
@Injectable()
export class PasswordHasher {
  private readonly semaphore = new Semaphore(2, 100);

  /** @throws {Problem} `service_unavailable` when too many are waiting. */
  hash(password: string): Promise<string> {
    return this.semaphore.run(() => hash(password, settings), tooBusy);
  }

  /**
   * Whether the password is the one of the hash; null stands for none and takes as long.
   * @throws {Problem} `service_unavailable` when too many are waiting.
   */
  verify(passwordHash: string | null, password: string, attempt: Attempt): Promise<boolean> {
    return this.semaphore.run(async () => {
      attempt.admit();
      const matches = (await verify(passwordHash ?? dummyHash, password)) && passwordHash !== null;
      if (!matches) attempt.failed();
      return matches;
    }, tooBusy);
  }
}

const tooBusy = () =>
  new Problem('service_unavailable', 'Too many sign-ins are in progress. Try again shortly.', {
    retryAfterSeconds: 5,
  });

/** Runs a few tasks at once; the others wait, up to a bound. */
export class Semaphore {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
  ) {}

  /** @param refuse makes the error for when too many are already waiting. */
  async run<T>(task: () => Promise<T>, refuse: () => Error): Promise<T> {
    if (this.running >= this.maxRunning) {
      if (this.waiting.length >= this.maxWaiting) throw refuse();
      // The task that ends hands over its place, so `running` stays the same.
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running++;
    try {
      return await task();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
