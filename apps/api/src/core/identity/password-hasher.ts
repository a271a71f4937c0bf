import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Problem } from '../../platform/http/problem';

/** Argon2id with 19 MiB, two passes, one lane: one of the settings of OWASP ASVS 5.0, appendix C. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Verified against when there is no password, to take as long as with one. Nothing hashes to it. */
const dummyHash = `$argon2id$v=19$m=${settings.memoryCost},t=${settings.timeCost},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** A group of those who wait, and how many of it may. */
export interface Queue {
  readonly group: string;
  readonly maxWaiting: number;
}

/** Strangers, all and of one address, leave room for known devices and for people who are signed in. */
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

/** Hashes and verifies passwords, at most two at once: it takes libuv's four threads, which the rest of the process needs too. */
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

/** Runs a few tasks at once; the others wait in order, up to the bound of each queue that they are in. */
export class Semaphore {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly lengths = new Map<string, number>();

  constructor(private readonly maxRunning: number) {}

  /** @param refuse makes the error for when too many are already waiting. */
  async run<T>(task: () => Promise<T>, queues: readonly Queue[] = [], refuse: () => Error = tooBusy): Promise<T> {
    if (this.running >= this.maxRunning) {
      if (queues.some(({ group, maxWaiting }) => (this.lengths.get(group) ?? 0) >= maxWaiting)) throw refuse();
      for (const { group } of queues) this.count(group, 1);
      // The task that ends hands over its place, so `running` stays the same.
      await new Promise<void>((resolve) => this.waiting.push(resolve));
      for (const { group } of queues) this.count(group, -1);
    } else this.running++;
    try {
      return await task();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }

  private count(group: string, change: 1 | -1): void {
    const length = (this.lengths.get(group) ?? 0) + change;
    if (length === 0) this.lengths.delete(group);
    else this.lengths.set(group, length);
  }
}
