import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describeWith } from '../support/programs';
import { prepareScript } from '../support/root-script';

const missing = execFileSync(process.execPath, [join(__dirname, 'programs.mjs')]).toString();

describeWith(
  missing === '' ? 'all' : undefined,
  `all of the stack's packages (${missing})`,
  'Loupe on PostgreSQL with a standby, Redis as a cluster, three processes and their proxies',
  () => {
    const run = prepareScript('apps/api/test/stack/run.mjs');

    it('loses no charge when the primary is killed under load, and no request when the processes are restarted in turn', async () => {
      const { code, output } = await run('--check', '--short');
      expect(output).toMatch(/^no charge was lost or doubled, no request failed during the restarts$/m);
      expect(output).toMatch(/^failover: postgres-1 killed, postgres-2 is primary/m);
      expect(output).toMatch(/^rolling restart: 3 restarts, \d{3,} requests \(\d+\/s\), 0 failed$/m);
      for (const count of ['lost', 'doubled', 'differences']) expect(output).toMatch(new RegExp(`^${count} +0$`, 'm'));
      expect(Number(/^acknowledged +(\d+)$/m.exec(output)?.[1])).toBeGreaterThan(100);
      expect(code).toBe(0);
    });
  },
);
