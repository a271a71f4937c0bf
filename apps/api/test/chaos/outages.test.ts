import { prepareScript } from '../support/root-script';

describe('three loaded API processes whose database is stopped, hangs and is killed, or holds an account locked', () => {
  const run = prepareScript('apps/api/test/chaos/outages.mjs');

  it('answer within seconds throughout, come back by themselves, hold what they held before, and keep the books', async () => {
    const { code, output } = await run('--short');
    // The output first: of a run that failed it says why.
    expect(output).toMatch(/^everything came back, nothing lost, nothing doubled$/m);
    for (const played of ['lock 10 s', 'stop 12 s', 'hang 12 s', 'crowd 4 s', 'kill 4 s'])
      expect(output).toContain(played);
    expect(Number(/^acknowledged +(\d+)$/m.exec(output)?.[1])).toBeGreaterThan(1_000);
    expect(code).toBe(0);
  }, 300_000);
});
