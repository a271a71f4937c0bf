import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describeWith } from '../support/programs';
import { prepareScript } from '../support/root-script';

const missing = execFileSync(process.execPath, [join(__dirname, 'engine.mjs')]).toString();

// The tests may run in a container in which Docker cannot run.
const isRequired = false;

describeWith(
  missing === '' ? 'all' : undefined,
  missing,
  'docker-compose.yml in a real Docker, with the commands of the operator’s guide',
  () => {
    const run = prepareScript('apps/api/test/containers/containers.mjs');

    it('starts, serves, survives kills, upgrades without a failed request, and restores to any time', async () => {
      const { code, output } = await run();
      expect(output).toMatch(/^Every check passed in [\d.]+ minutes\.$/m);
      expect(code).toBe(0);
    });
  },
  isRequired,
);
