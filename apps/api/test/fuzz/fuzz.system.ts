import { prepareScript } from '../support/root-script';

const seed = process.env.TEST_SEED ?? '1';

describe('a request that the OpenAPI documents allow or forbid', () => {
  const run = prepareScript('apps/api/test/fuzz/fuzz.mjs');

  it(`gets a response that they document (npm run fuzz -- --short --seed ${seed})`, async () => {
    const { code, output } = await run('--short', '--seed', seed);
    expect(output).toMatch(/\nevery response was correct\n$/);
    for (const kind of ['data', 'console']) expect(output).toMatch(new RegExp(`^${kind} .*\\bok \\d{2}`, 'm'));
    expect(output).toMatch(/^sockets +\d{2} tried/m);
    expect(output).toMatch(/^ledger .* 0 disagree; reconcile: 0 differences$/m);
    expect(code).toBe(0);
  });
});
