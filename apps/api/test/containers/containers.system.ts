import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describeWith } from '../support/programs';
import { prepareScript } from '../support/root-script';

const missing = execFileSync(process.execPath, [join(__dirname, 'engine.mjs')]).toString();

// A machine that runs all tests may be a container itself, in which no Docker runs.
const isRequired = false;

describeWith(
  missing === '' ? 'all' : undefined,
  missing,
  'docker-compose.yml in a real Docker, with the commands of the operator’s guide',
  () => {
    const run = prepareScript('apps/api/test/containers/containers.mjs');

    it('docker-compose.yml starts, serves, survives kills, upgrades without a failed request, and restores to any moment', async () => {
      const { code, output } = await run();
      expect(output).toMatch(/^Everything held, in [\d.]+ minutes\.$/m);
      expect(code).toBe(0);
    });
  },
  isRequired,
);
