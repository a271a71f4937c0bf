// Generates the API client's types from the OpenAPI document; --check only reports drift.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';

const document = new URL('../../api/dashboard-openapi.json', import.meta.url);
const output = new URL('../src/api/generated/dashboard-api.ts', import.meta.url);

const header = '// Generated from apps/api/dashboard-openapi.json by `npm run client:generate`. Do not edit.\n\n';
const types = header + astToString(await openapiTypescript(document));

if (!process.argv.includes('--check')) {
  await writeFile(output, types);
} else if ((await readFile(output, 'utf8').catch(() => '')) !== types) {
  process.stderr.write(
    `${fileURLToPath(output)} does not match the API. Run: npm run client:generate -w @loupe/dashboard\n`,
  );
  process.exitCode = 1;
}
