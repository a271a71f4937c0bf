import { prepareScript } from '../support/root-script';

describe('three processes under everything that customers do', () => {
  const run = prepareScript('apps/api/test/soak/soak.mjs');

  it('grow in neither memory nor descriptors, except the one that leaks on purpose, and leave a ledger that reconciles', async () => {
    const { code, output } = await run('--short', '--seed', process.env.TEST_SEED ?? '1');
    expect(output).toMatch(/^only the control grew, and no charge was lost or doubled$/m);
    for (const series of ['heap MiB', 'memory MiB', 'descriptors', 'event-loop delay ms']) {
      for (const name of ['api-1', 'api-2']) expect(output).toMatch(new RegExp(`^${name} ${series} .*: flat$`, 'm'));
    }
    for (const series of ['heap MiB', 'memory MiB', 'descriptors'])
      expect(output).toMatch(new RegExp(`^api-3 ${series} .*: rises \\(leaks\\)$`, 'm'));
    for (const done of ['walks', 'slow readers', 'hung up', 'invalid calls', 'dashboard pages', 'keys made'])
      expect(output).toContain(`"${done}`);
    expect(Number(/^acknowledged +(\d+)$/m.exec(output)?.[1])).toBeGreaterThan(350);
    expect(code).toBe(0);
  });
});
