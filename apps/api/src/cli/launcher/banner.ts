import { sep } from 'node:path';
import type { Env } from '../../platform/config/env';
import { demoFilePath, readDemoFile } from '../demo/demo-file';

export function bannerOf(env: Env, clusterDir: string | undefined): string {
  const base = `http://localhost:${env.PORT}`;
  const lines = [
    '',
    '  Loupe is running.',
    '',
    `  API        ${base}`,
    `  Docs       ${base}/docs`,
    `  Dashboard  ${base}/dashboard/`,
    `  Metrics    http://${env.MANAGEMENT_HOST}:${env.MANAGEMENT_PORT}/metrics`,
  ];
  if (clusterDir !== undefined && !clusterDir.startsWith(env.DATA_DIR + sep)) {
    lines.push('', `  The database is in ${clusterDir}: PostgreSQL's user cannot enter ${env.DATA_DIR}.`);
  }
  const demo = env.DEMO ? readDemoFile(env.DATA_DIR) : undefined;
  if (demo) {
    lines.push('', `  The demo users and key are in ${demoFilePath(env.DATA_DIR)}. Try:`, '');
    lines.push(`  curl -H 'x-api-key: ${demo.api_key}' ${base}/users/username/marta.trails`);
  }
  return `${lines.join('\n')}\n\n  Press Ctrl-C to stop.\n\n`;
}
