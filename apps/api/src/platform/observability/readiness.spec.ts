import { setImmediate as turn } from 'node:timers/promises';
import { Readiness } from './readiness';

describe('readiness', () => {
  it('reports every check that returns false, fails or hangs', async () => {
    const readiness = new Readiness();
    readiness.require(async () => true, 'never said');
    readiness.require(() => Promise.resolve(), 'never said either');
    readiness.require(async () => false, 'it is not so');
    readiness.require(() => Promise.reject(new Error('x')), 'it fails');
    readiness.require(() => {
      throw new Error('x');
    }, 'it throws');
    readiness.require(() => new Promise(() => undefined), 'it hangs');
    expect(await readiness.failures()).toEqual(['it is not so', 'it fails', 'it throws', 'it hangs']);
  });

  it('does not start a second check while one is pending', async () => {
    const readiness = new Readiness();
    const answers: (() => void)[] = [];
    readiness.require(() => new Promise<void>((resolve) => answers.push(resolve)), 'it hangs');
    await Promise.all([readiness.failures(), readiness.failures()]);
    expect(await readiness.failures()).toEqual(['it hangs']);
    expect(answers).toHaveLength(1);
    answers[0]!();
    await turn();
    const failures = readiness.failures();
    await turn();
    answers[1]!();
    expect(await failures).toEqual([]);
  });
});
