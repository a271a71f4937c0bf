import { setImmediate as turn } from 'node:timers/promises';
import { PasswordHasher, Semaphore } from './password-hasher';

const anyone = { admit: () => undefined, failed: () => undefined };

describe('passwords', () => {
  const hasher = new PasswordHasher();

  it('are kept as Argon2id with the parameters of ASVS, and salted', async () => {
    const [first, second] = await Promise.all([
      hasher.hash('correct horse battery'),
      hasher.hash('correct horse battery'),
    ]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(second).not.toBe(first);
  });

  it('are verified, and nothing matches where there is none', async () => {
    const hashed = await hasher.hash('correct horse battery');
    await expect(hasher.verify(hashed, 'correct horse battery', anyone)).resolves.toBe(true);
    await expect(hasher.verify(hashed, 'correct horse batterY', anyone)).resolves.toBe(false);
    await expect(hasher.verify(null, 'correct horse battery', anyone)).resolves.toBe(false);
  });

  it('are not looked at when an attempt is not admitted, and a failure is counted before the next one', async () => {
    const events: string[] = [];
    const admit = () => void events.push('admitted');
    const attempt = { admit, failed: () => void events.push('failed') };
    const one = new PasswordHasher();
    await Promise.all([1, 2, 3, 4].map(() => one.verify(null, 'x', attempt)));
    // Two run at once; the third begins when one of them has failed.
    expect(events.slice(0, 3)).toEqual(['admitted', 'admitted', 'failed']);
    const refuse = () => {
      throw new Error('wait');
    };
    await expect(one.verify(null, 'x', { ...attempt, admit: refuse })).rejects.toThrow('wait');
  });
});

const refuse = () => new Error('too many');

describe('a semaphore', () => {
  it('never runs more at once than allowed, and runs all in order', async () => {
    const semaphore = new Semaphore(2, 10);
    const order: number[] = [];
    let running = 0;
    let most = 0;
    const work = (n: number) => async () => {
      most = Math.max(most, ++running);
      order.push(n);
      await turn();
      running--;
    };
    await Promise.all([0, 1, 2, 3, 4, 5].map((n) => semaphore.run(work(n), refuse)));
    expect(most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('refuses past the bound and goes on after a failure', async () => {
    const semaphore = new Semaphore(1, 1);
    const failing = semaphore.run(() => Promise.reject(new Error('broken')), refuse);
    const waiting = semaphore.run(() => Promise.resolve('done'), refuse);
    await expect(semaphore.run(() => Promise.resolve(), refuse)).rejects.toThrow('too many');
    await expect(failing).rejects.toThrow('broken');
    await expect(waiting).resolves.toBe('done');
    await expect(semaphore.run(() => Promise.resolve('again'), refuse)).resolves.toBe('again');
  });
});
