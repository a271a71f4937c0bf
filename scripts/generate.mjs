// Writes every committed file that is made from code. With --check it only compares, and fails when one has drifted.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { collectExamples } from './lib/examples.mjs';
import { root } from './lib/freshness.mjs';
import { prepare } from './lib/prepare.mjs';

await prepare();
const require = createRequire(import.meta.url);
const { generatedFiles } = require(join(root, 'apps/api/dist/documentation/generated-files.js'));
const isCheck = process.argv.includes('--check');

let drifted = 0;
for (const { path, text } of await generatedFiles(await collectExamples())) {
  const file = join(root, path);
  const committed = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (committed === text) continue;
  drifted += 1;
  if (!isCheck) writeFileSync(file, text);
  process.stdout.write(`${path} ${isCheck ? 'has drifted: run npm run generate' : 'written'}\n`);
}
process.exit(isCheck && drifted > 0 ? 1 : 0);
