// Brings the tables of the README up to date: `npm run readme -w @loupe/upstream-sim`, between a build and formatting.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { updatedReadme } from './dist/readme/tables.js';

const file = fileURLToPath(new URL('README.md', import.meta.url));
writeFileSync(file, updatedReadme(readFileSync(file, 'utf8')));
