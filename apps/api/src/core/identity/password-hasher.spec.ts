import { setImmediate as turn } from 'node:timers/promises';
import { PasswordHasher, queues, Semaphore } from './password-hasher';

const anyone = queues.stranger('192.0.2.1');

describe('passwords', () => {
  const hasher = new PasswordHasher();

  it('are kept as Argon2id with the parameters of ASVS, and salted', async () => {
    const [first, second] = await Promise.all([
      hasher.hash('correct horse battery', 'a@example.com'),
      hasher.hash('correct horse battery', 'a@example.com'),
    ]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(second).not.toBe(first);
  });

  it('are verified, and nothing matches where there is none', async () => {
    const hashed = await hasher.hash('correct horse battery', 'a@example.com');
    await expect(hasher.verify(hashed, 'correct horse battery', anyone)).resolves.toBe(true);
    await expect(hasher.verify(hashed, 'correct horse batterY', anyone)).resolves.toBe(false);
    await expect(hasher.verify(null, 'correct horse battery', anyone)).resolves.toBe(false);
  });

  it('of strangers who fill every place of theirs keep nobody out whose device is known', async () => {
    const filled = Array.from({ length: 30 }, (_, address) =>
      Array.from({ length: 8 }, () => hasher.verify(null, 'guess', queues.stranger(`192.0.2.${address}`))),
    ).flat();
    const known = hasher.verify(null, 'x', queues.known('a device'));
    const outcomes = await Promise.allSettled(filled);
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(100);
    await expect(known).resolves.toBe(false);
  });

  it('of one address leave places for the next', async () => {
    const guesses = Array.from({ length: 40 }, () => hasher.verify(null, 'guess', queues.stranger('192.0.2.1')));
    const other = hasher.verify(null, 'x', queues.stranger('192.0.2.2'));
    const outcomes = await Promise.allSettled(guesses);
    // Two run at once and five wait.
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    await expect(other).resolves.toBe(false);
  });
});

const refuse = () => new Error('too many');
const few = [{ group: 'few', maxWaiting: 1 }];
const many = [{ group: 'many', maxWaiting: 10 }];

describe('a semaphore', () => {
  it('never runs more at once than allowed, and runs all in order', async () => {
    const semaphore = new Semaphore(2);
    const order: number[] = [];
    let running = 0;
    let most = 0;
    const work = (n: number) => async () => {
      most = Math.max(most, ++running);
      order.push(n);
      await turn();
      running--;
    };
    await Promise.all([0, 1, 2, 3, 4, 5].map((n) => semaphore.run(work(n), many, refuse)));
    expect(most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('refuses past the bound and goes on after a failure', async () => {
    const semaphore = new Semaphore(1);
    const failing = semaphore.run(() => Promise.reject(new Error('broken')), few, refuse);
    const waiting = semaphore.run(() => Promise.resolve('done'), few, refuse);
    await expect(semaphore.run(() => Promise.resolve(), few, refuse)).rejects.toThrow('too many');
    await expect(failing).rejects.toThrow('broken');
    await expect(waiting).resolves.toBe('done');
    await expect(semaphore.run(() => Promise.resolve('again'), few, refuse)).resolves.toBe('again');
  });
});
