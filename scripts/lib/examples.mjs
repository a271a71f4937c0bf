// Runs the built product on the simulator with a fixed clock, and collects an example response of every operation.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './freshness.mjs';

const require = createRequire(import.meta.url);
const built = (path) => require(join(root, 'apps', path));
const moment = Date.UTC(2026, 10, 20, 12, 30);

export async function collectExamples() {
  const { EmbeddedPostgres } = built('api/dist/platform/database/embedded/embedded-postgres.js');
  const { startSimulator, defaultSession } = built('upstream-sim/dist/simulator.js');
  const directory = mkdtempSync(join(tmpdir(), 'loupe-examples-'));
  const sessions = join(directory, 'sessions.json');
  writeFileSync(sessions, JSON.stringify([{ cookie: `sessionid=${defaultSession}` }]));
  const simulator = await startSimulator({ now: () => moment });
  const postgres = await EmbeddedPostgres.start(directory, ['fsync=off']);
  try {
    return await askAll({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATA_DIR: directory,
      DATABASE_URL: postgres.url,
      UPSTREAM_BASE_URL: simulator.baseUrl,
      UPSTREAM_SESSIONS_FILE: sessions,
      RATE_LIMIT_PER_SECOND: '10000',
    });
  } finally {
    await Promise.all([postgres.stop(), simulator.close()]);
    rmSync(directory, { recursive: true, force: true });
  }
}

async function askAll(variables) {
  const { readEnv } = built('api/dist/platform/config/env.js');
  const { createApp } = built('api/dist/configure-app.js');
  const { DemoService } = built('api/dist/cli/demo/demo.service.js');
  const { readDemoFile } = built('api/dist/cli/demo/demo-file.js');
  const { collectExamples: collect } = built('api/dist/api-docs/operation-examples.js');
  const app = await createApp(readEnv(variables));
  try {
    await app.listen(0, '127.0.0.1');
    const baseUrl = await app.getUrl();
    const directory = variables.DATA_DIR;
    await app.get(DemoService).ensure(directory, { base_url: baseUrl, dashboard_url: '', management_url: '' });
    const headers = { 'x-api-key': readDemoFile(directory).api_key };
    return await collect(async (address) => {
      const response = await fetch(baseUrl + address, { headers });
      if (response.status !== 200) throw new Error(`${address}: ${response.status} ${await response.text()}`);
      return response.json();
    });
  } finally {
    await app.close();
  }
}
