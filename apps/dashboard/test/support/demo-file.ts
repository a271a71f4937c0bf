import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Carries the path of the demo file from the set-up to the tests. */
export const demoFileVariable = 'LOUPE_DEMO_FILE';

export interface Credentials {
  email: string;
  password: string;
}

export interface DemoFile {
  base_url: string;
  api_key: string;
  owner: Credentials;
  support: Credentials;
}

/** What the product wrote about its demo account. */
export function readDemoFile(): DemoFile {
  const path = process.env[demoFileVariable] ?? '';
  if (!existsSync(path)) throw new Error('The product is not running.');
  return JSON.parse(readFileSync(path, 'utf8')) as DemoFile;
}

/** Where the product keeps its data. */
export const dataDirectory = (): string => dirname(process.env[demoFileVariable] ?? '');
