import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describeWith } from '../support/programs';
import { prepareScript } from '../support/root-script';

const missing = execFileSync(process.execPath, [join(__dirname, 'engine.mjs')]).toString();

// A machine that is set up to run all tests may be a container itself, in which no Docker runs.
const isRequired = false;

describeWith(
  missing === '' ? 'all' : undefined,
  missing,
  'docker-compose.yml in a real Docker, with the commands of the operator’s guide',
  () => {
    const run = prepareScript('apps/api/test/containers/containers.mjs');

    it('starts, serves, survives kills, is upgraded without a failed request, and is restored to any moment', async () => {
      const { code, output } = await run();
      // The output first: of a run that failed it says why.
      expect(output).toMatch(/^Everything held, in [\d.]+ minutes\.$/m);
      expect(code).toBe(0);
    });
  },
  isRequired,
);
