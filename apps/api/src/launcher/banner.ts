import type { Env } from '../config/env';
import { demoFilePath, readDemoFile } from '../demo/demo-file';

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
  const demo = env.DEMO ? readDemoFile(env.DATA_DIR) : undefined;
  if (demo) {
    lines.push('', `  Demo users and key are in ${demoFilePath(env.DATA_DIR)}. Try:`, '');
    lines.push(`  curl -H 'x-api-key: ${demo.api_key}' ${base}/users/username/marta.trails`);
  }
  process.stdout.write(`${lines.join('\n')}\n\n  Ctrl-C ends it.\n\n`);
}
