import { prepareScript } from '../support/root-script';

const areas = [
  'tenancy',
  'sessions',
  'sign-in',
  'keys',
  'ssrf',
  'webhooks',
  'injection',
  'cursors',
  'http',
  'connections',
  'rate',
  'agents',
  'money',
  'secrets',
];

describe('the attack on a running product', () => {
  const run = prepareScript('apps/api/test/attack/attack.mjs');

  it('finds no successful attempt in any area', async () => {
    const { code, output } = await run('--short', '--seed', process.env.TEST_SEED ?? '1');
    const counts = [...output.matchAll(/^(\S+) +(\d+) tried, (\d+) held, (\d+) controls/gm)];
    expect(output).toMatch(/\nevery attempt held\n$/);
    expect(counts.map(([, name]) => name)).toEqual(areas);
    for (const [, , tried, held, controls] of counts) {
      expect(Number(tried)).toBeGreaterThan(9);
      expect(held).toBe(tried);
      expect(Number(controls)).toBeGreaterThan(0);
    }
    expect(code).toBe(0);
  });
});
