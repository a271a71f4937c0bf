import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tools } from './installed-tools';

const document = join(__dirname, '../../../openapi.json');

it('a Postman collection made from the document is smaller than 1.5 MB', () => {
  const directory = mkdtempSync(join(tmpdir(), 'postman-'));
  const collection = join(directory, 'collection.json');
  const converter = join(tools.directory, 'node_modules/openapi-to-postmanv2/bin/openapi2postmanv2.js');
  const { stdout } = spawnSync(tools.node, [converter, '-s', document, '-o', collection], { encoding: 'utf8' });
  expect(stdout).toContain('Conversion successful');
  expect(statSync(collection).size).toBeLessThan(1_500_000);
  rmSync(directory, { recursive: true });
});
