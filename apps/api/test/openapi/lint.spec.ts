import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '../../../..');

test('the document passes a strict public rule set', () => {
  const linter = join(root, 'node_modules/@redocly/cli/bin/cli.js');
  const { stdout, stderr } = spawnSync(process.execPath, [linter, 'lint', 'apps/api/openapi.json', '--format=json'], {
    cwd: root,
    encoding: 'utf8',
  });
  const { totals } = JSON.parse(stdout || JSON.stringify({ totals: stderr }));
  expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
});
