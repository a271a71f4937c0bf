import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version in package.json, which is also above the built files. */
export const version: string = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')).version;
