import { prepareScript } from '../support/root-script';

describe('killing the API and PostgreSQL under load', () => {
  const run = prepareScript('apps/api/test/chaos/chaos.mjs');

  it('loses no acknowledged charge, doubles none, and leaves books without a difference', async () => {
    const { code, output } = await run('--rounds', '5');
    // The output first: of a run that failed it says why.
    const zeros = [
      'lost',
      'doubled',
      'charged though told free',
      'top-ups lost or doubled',
      'differences',
      'races lost',
    ];
    for (const count of zeros) expect(output).toMatch(new RegExp(`^${count} +0$`, 'm'));
    expect(Number(/^acknowledged +(\d+)$/m.exec(output)?.[1])).toBeGreaterThan(100);
    expect(code).toBe(0);
  }, 300_000);
});
