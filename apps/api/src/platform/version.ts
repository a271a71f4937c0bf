import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of the API, as its package says; the same file lies above what is built. */
export const version: string = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')).version;
