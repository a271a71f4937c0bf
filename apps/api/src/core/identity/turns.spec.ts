import { setImmediate as turn } from 'node:timers/promises';
import { Turns } from './turns';

const refuse = () => new Error('too many');

describe('turns', () => {
  it('never run more at once than allowed, and run all in order', async () => {
    const turns = new Turns(2, 10);
    const order: number[] = [];
    let running = 0;
    let most = 0;
    const work = (n: number) => async () => {
      most = Math.max(most, ++running);
      order.push(n);
      await turn();
      running--;
    };
    await Promise.all([0, 1, 2, 3, 4, 5].map((n) => turns.take(work(n), refuse)));
    expect(most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('refuse past the bound and go on after a failure', async () => {
    const turns = new Turns(1, 1);
    const failing = turns.take(() => Promise.reject(new Error('broken')), refuse);
    const waiting = turns.take(() => Promise.resolve('done'), refuse);
    await expect(turns.take(() => Promise.resolve(), refuse)).rejects.toThrow('too many');
    await expect(failing).rejects.toThrow('broken');
    await expect(waiting).resolves.toBe('done');
    await expect(turns.take(() => Promise.resolve('again'), refuse)).resolves.toBe('again');
  });
});
