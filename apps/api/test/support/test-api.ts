import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { patience } from '../../../../scripts/lib/patience.cjs';
import { createApp } from '../../src/configure-app';
import { LoadShedder } from '../../src/core/rate-limit/load-shedder';
import { type Env, readEnv } from '../../src/platform/config/env';
import { isComingBack } from '../../src/platform/database/failures';
import { type Simulator, startSimulator } from './per-worker/simulator';
import type { AnyJson } from './send';
import { Tenants } from './tenants';
import { createTestDatabase, type TestDatabase } from './test-database';
import { until } from './until';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  json: AnyJson;
}

export interface TestApi {
  app: NestExpressApplication;
  baseUrl: string;
  database: TestDatabase;
  simulator: Simulator;
  tenants: Tenants;
  get(path: string, key?: string, headers?: Record<string, string>): Promise<Answer>;
  /** Waits until exactly this many requests of the data API are in flight. */
  underWay(count: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startTestApi(variables: NodeJS.ProcessEnv = {}): Promise<TestApi> {
  const directory = mkdtempSync(join(tmpdir(), 'loupe-api-'));
  const [database, simulator] = await Promise.all([createTestDatabase(), startSimulator()]);
  const env = readEnv({
    LOG_LEVEL: 'silent',
    ...variablesOf(directory, database, simulator),
    ...variables,
  });
  const app = await startApp(env);
  const baseUrl = await app.getUrl();
  return {
    app,
    baseUrl,
    database,
    simulator,
    tenants: new Tenants(app),
    get: (path, key, headers = {}) =>
      get(baseUrl + path, key === undefined ? headers : { 'x-api-key': key, ...headers }),
    async underWay(count) {
      const load = app.get(LoadShedder);
      await until(`${count} requests are in flight`, () => load.underWay === count);
    },
    async stop() {
      // After a failed test, the simulator may hold responses. They are released, because the application waits for them.
      await simulator.release();
      await app.close();
      await Promise.all([database.drop(), simulator.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Retries the start as the product does, because a busy machine may not connect to the database in time. */
async function startApp(env: Env): Promise<NestExpressApplication> {
  for (;;) {
    let app: NestExpressApplication | undefined;
    try {
      app = await createApp(env);
      await app.listen(0, '127.0.0.1');
      return app;
    } catch (error) {
      await app?.close().catch(() => undefined);
      if (!isComingBack(error)) throw error;
    }
  }
}

export function variablesOf(directory: string, database: TestDatabase, simulator: Simulator): NodeJS.ProcessEnv {
  const sessions = join(directory, 'sessions.json');
  writeFileSync(sessions, JSON.stringify(sessionsOf(simulator)));
  return {
    NODE_ENV: 'test',
    DEMO: 'false',
    DATA_DIR: directory,
    DATABASE_URL: database.url,
    UPSTREAM_BASE_URL: simulator.baseUrl,
    UPSTREAM_SESSIONS_FILE: sessions,
    // High, because most tests are not about the rate limit.
    RATE_LIMIT_PER_SECOND: '1000',
    UPSTREAM_TIMEOUT_MS: `${Math.min(120_000, 15_000 * patience)}`,
  };
}

/** Many sessions, so that after one test puts a session into cooldown, the next test has others. */
function sessionsOf({ sessionHeaders }: Simulator): Record<string, string>[] {
  return Array.from({ length: 1_000 }, (_, number) => ({ ...sessionHeaders, 'x-session': `${number}` }));
}

async function get(url: string, headers: Record<string, string>): Promise<Answer> {
  const response = await fetch(url, { headers, redirect: 'manual' });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
}
