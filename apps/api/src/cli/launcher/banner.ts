import { sep } from 'node:path';
import type { Env } from '../../platform/config/env';
import { demoFilePath, readDemoFile } from '../demo/demo-file';

/**
 * Addresses, and with the demo account a line to paste.
 * @param clusterDir folder of the embedded database; undefined when it is not ours to start.
 */
export function bannerOf(env: Env, clusterDir: string | undefined): string {
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
  if (clusterDir !== undefined && !clusterDir.startsWith(env.DATA_DIR + sep)) {
    lines.push('', `  The database is in ${clusterDir}: PostgreSQL's user cannot enter ${env.DATA_DIR}.`);
  }
  const demo = env.DEMO ? readDemoFile(env.DATA_DIR) : undefined;
  if (demo) {
    lines.push('', `  Demo users and key are in ${demoFilePath(env.DATA_DIR)}. Try:`, '');
    lines.push(`  curl -H 'x-api-key: ${demo.api_key}' ${base}/users/username/marta.trails`);
  }
  return `${lines.join('\n')}\n\n  Ctrl-C ends it.\n\n`;
}
