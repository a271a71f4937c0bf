// Writes every committed file that is made from code. With --check it only compares, and fails when one has drifted.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { basicFonts } from './lib/basic-fonts.mjs';
import { collectExamples } from './lib/examples.mjs';
import { root } from './lib/freshness.mjs';
import { prepare } from './lib/prepare.mjs';
import { compileScanner } from './lib/scanner-module.mjs';

await prepare();
const require = createRequire(import.meta.url);
const { generatedFiles } = require(join(root, 'apps/api/dist/documentation/generated-files.js'));
const isCheck = process.argv.includes('--check');

const files = [
  { path: 'libs/lossless-json/src/scanner.wasm', text: await compileScanner() },
  ...(await basicFonts()),
  ...(await generatedFiles(await collectExamples())),
];
let drifted = 0;
for (const { path, text } of files) {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file).equals(Buffer.from(text))) continue;
  drifted += 1;
  if (!isCheck) writeFileSync(file, text);
  process.stdout.write(`${path} ${isCheck ? 'has drifted: run npm run generate' : 'written'}\n`);
}
process.exit(isCheck && drifted > 0 ? 1 : 0);
