import { setImmediate as turn } from 'node:timers/promises';
import { Semaphore } from './semaphore';

const refuse = () => new Error('too many');
const few = [{ group: 'few', maxWaiting: 1 }];
const many = [{ group: 'many', maxWaiting: 10 }];

describe('a semaphore', () => {
  it('never runs more tasks at once than allowed, and starts them in order', async () => {
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

  it('refuses a task beyond the limit of its queue, and continues after a failed task', async () => {
    const semaphore = new Semaphore(1);
    const failing = semaphore.run(() => Promise.reject(new Error('broken')), few, refuse);
    const waiting = semaphore.run(() => Promise.resolve('done'), few, refuse);
    await expect(semaphore.run(() => Promise.resolve(), few, refuse)).rejects.toThrow('too many');
    await expect(failing).rejects.toThrow('broken');
    await expect(waiting).resolves.toBe('done');
    await expect(semaphore.run(() => Promise.resolve('again'), few, refuse)).resolves.toBe('again');
  });
});
