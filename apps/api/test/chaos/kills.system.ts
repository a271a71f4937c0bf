import { prepareScript } from '../support/root-script';

describe('monitors and card payments', () => {
  const run = prepareScript('apps/api/test/chaos/kills.mjs');

  it('report each change once, are charged and credited once, when API processes and PostgreSQL are killed at each point', async () => {
    const { code, output } = await run();
    expect(output).toMatch(/^every change is one event, and the ledger is right$/m);
    expect(output.match(/^round \d+: .+ killed when/gm)).toHaveLength(5);
    expect(code).toBe(0);
  });
});
