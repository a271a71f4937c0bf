import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

export const demoFileVariable = 'LOUPE_DEMO_FILE';

/** Where the product expects its OpenID provider. */
export const providerPortVariable = 'LOUPE_PROVIDER_PORT';

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

export function readDemoFile(): DemoFile {
  const path = process.env[demoFileVariable] ?? '';
  if (!existsSync(path)) throw new Error('The product is not running.');
  return JSON.parse(readFileSync(path, 'utf8')) as DemoFile;
}

export const dataDirectory = (): string => dirname(process.env[demoFileVariable] ?? '');
