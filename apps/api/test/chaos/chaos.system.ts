import { prepareScript } from '../support/root-script';

describe('breaking each part under load', () => {
  const run = prepareScript('apps/api/test/chaos/chaos.mjs');

  it('loses and doubles no acknowledged charge, keeps a ledger that reconciles, and lets every part recover', async () => {
    const { code, output } = await run('--embedded', '--short', '--seed', process.env.TEST_SEED ?? '1');
    expect(output).toMatch(/^every part recovered, no charge was lost or doubled$/m);
    const zeros = [
      'lost',
      'doubled',
      'usage differs',
      'charged but reported free',
      'top-ups lost or doubled',
      'differences',
      'failed races',
    ];
    for (const count of zeros) expect(output).toMatch(new RegExp(`^${count} +0$`, 'm'));
    for (const part of ['API', 'PostgreSQL', 'upstream']) expect(output).toMatch(new RegExp(`^${part} +\\d`, 'm'));
    expect(Number(/^acknowledged +(\d+)$/m.exec(output)?.[1])).toBeGreaterThan(100);
    expect(code).toBe(0);
  });
});
