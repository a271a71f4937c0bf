import { prepareScript } from '../support/root-script';

const seed = process.env.TEST_SEED ?? '1';

describe('whatever the OpenAPI documents allow and forbid', () => {
  const run = prepareScript('apps/api/test/fuzz/fuzz.mjs');

  it(`is answered as they say (npm run fuzz -- --short --seed ${seed})`, async () => {
    const { code, output } = await run('--short', '--seed', seed);
    // The output first: of a run that failed it says which answer was wrong, and what repeats it.
    expect(output).toMatch(/\nevery answer held\n$/);
    for (const kind of ['data', 'console']) expect(output).toMatch(new RegExp(`^${kind} .*\\bok \\d{2}`, 'm'));
    expect(output).toMatch(/^sockets +\d{2} tried/m);
    expect(output).toMatch(/^ledger .* 0 disagree; reconcile: 0 differences$/m);
    expect(code).toBe(0);
  });
});
