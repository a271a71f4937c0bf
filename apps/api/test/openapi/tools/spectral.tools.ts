import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tools } from './installed-tools';

const root = join(__dirname, '../../../../..');

describe('every rule of Spectral and of its OWASP set', () => {
  let directory: string;
  beforeAll(() => {
    // In the tools' folder, so that Spectral finds the rule sets.
    directory = mkdtempSync(join(tools.directory, 'lint-'));
    copyFileSync(join(__dirname, 'spectral.yaml'), join(directory, 'spectral.yaml'));
    copyFileSync(join(root, 'apps/api/openapi.json'), join(directory, 'openapi.json'));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('is met by the document, or overridden in the configuration', () => {
    const linter = join(tools.directory, 'node_modules/@stoplight/spectral-cli/dist/index.js');
    const output = ['-f', 'json', '-o', 'findings.json', '--fail-severity', 'hint'];
    const { stderr } = spawnSync(tools.node, [linter, 'lint', 'openapi.json', '-r', 'spectral.yaml', ...output], {
      cwd: directory,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(JSON.parse(readFileSync(join(directory, 'findings.json'), 'utf8'))).toEqual([]);
  });

  it('is switched off only below a comment that says why', () => {
    const lines = readFileSync(join(directory, 'spectral.yaml'), 'utf8').split('\n');
    const unexplained = lines.filter((line, place) => {
      if (!/^\s+\S+: off$|^\s+- files:/.test(line)) return false;
      const above = lines.slice(0, place).findLast((one) => !/: off$|^\s+rules:$|^\s+- files:/.test(one));
      return !above?.trim().startsWith('#');
    });
    expect(unexplained).toEqual([]);
  });
});
