import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '../config/env';

/** What `.data/demo.json` holds. */
export interface DemoFile {
  base_url: string;
  dashboard_url: string;
  management_url: string;
  api_key: string;
  owner: { email: string; password: string };
  support: { email: string; password: string };
}

export function demoFilePath(env: Pick<Env, 'DATA_DIR'>): string {
  return join(env.DATA_DIR, 'demo.json');
}

/** Addresses, and with the demo account a line to paste. */
export function printBanner(env: Env): void {
  const base = `http://localhost:${env.PORT}`;
  const lines = [
    '',
    '  Loupe is running.',
    '',
    `  API        ${base}`,
    `  Docs       ${base}/docs`,
    `  Dashboard  ${base}/dashboard/`,
  ];
  lines.push(`  Metrics    http://${env.MANAGEMENT_HOST}:${env.MANAGEMENT_PORT}/metrics`);
  const file = demoFilePath(env);
  if (env.DEMO && existsSync(file)) {
    const demo = JSON.parse(readFileSync(file, 'utf8')) as DemoFile;
    lines.push('', `  Demo users and key are in ${file}. Try:`, '');
    lines.push(`  curl -H 'x-api-key: ${demo.api_key}' ${base}/users/username/marta.trails`);
  }
  process.stdout.write(`${lines.join('\n')}\n\n  Ctrl-C ends it.\n\n`);
}
