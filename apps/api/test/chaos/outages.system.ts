import { prepareScript } from '../support/root-script';

describe('loaded API processes whose database fails or locks an account', () => {
  const run = prepareScript('apps/api/test/chaos/outages.mjs');

  it.each([
    ['lock:8 stop:12 readonly:4', ['lock 8 s', 'stop 12 s', 'readonly 4 s']],
    ['hang:12 crowd:4 kill:4 kill:4', ['hang 12 s', 'crowd 4 s', 'kill 4 s']],
  ])(
    'respond within seconds throughout, recover by themselves, leak no resources, and keep a ledger that reconciles: %s',
    async (play, names) => {
      const { code, output } = await run('--short', '--play', play);
      expect(output).toMatch(/^every part recovered, no charge was lost or doubled$/m);
      expect(Number(/^acknowledged +(\d+)$/m.exec(output)?.[1])).toBeGreaterThan(300);
      expect(code).toBe(0);
      for (const name of names) expect(output).toContain(name);
    },
  );
});
