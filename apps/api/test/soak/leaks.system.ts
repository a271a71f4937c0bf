import { prepareScript } from '../support/root-script';

describe('1,500 requests to each kind of route', () => {
  const run = prepareScript('apps/api/test/soak/leaks.mjs');

  it('retain at most 3 KB each in the heap of the process after garbage collection', async () => {
    const { code, output } = await run();
    expect(output).toMatch(/^no route retains memory$/m);
    const retained = [...output.matchAll(/^(.+?) +(-?[\d.]+) KB a request$/gm)];
    expect(retained.length).toBeGreaterThan(30);
    for (const [, , kilobytes] of retained) expect(Number(kilobytes)).toBeLessThanOrEqual(3);
    expect(code).toBe(0);
  });
});
