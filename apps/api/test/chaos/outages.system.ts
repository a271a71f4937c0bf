import { prepareScript } from '../support/root-script';

describe('loaded API processes whose database is stopped, hangs, is killed or only reads, or holds an account locked', () => {
  // Each in an installation of its own, side by side: most of the time they wait.
  const [runOne, runOther] = [1, 2].map(() => prepareScript('apps/api/test/chaos/outages.mjs'));

  it('answer within seconds throughout, come back by themselves, hold what they held before, and keep the books', async () => {
    const results = await Promise.all([
      runOne!('--short', '--play', 'lock:8 stop:12 readonly:4'),
      runOther!('--short', '--play', 'hang:12 crowd:4 kill:4 kill:4'),
    ]);
    for (const { code, output } of results) {
      // The output first: of a run that failed it says why.
      expect(output).toMatch(/^everything came back, nothing lost, nothing doubled$/m);
      expect(Number(/^acknowledged +(\d+)$/m.exec(output)?.[1])).toBeGreaterThan(300);
      expect(code).toBe(0);
    }
    const played = results.map(({ output }) => output).join();
    for (const one of ['lock 8 s', 'stop 12 s', 'readonly 4 s', 'hang 12 s', 'crowd 4 s', 'kill 4 s'])
      expect(played).toContain(one);
  });
});
