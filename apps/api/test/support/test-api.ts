import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../../src/configure-app';
import { LoadShedder } from '../../src/core/rate-limit/load-shedder';
import { type Env, readEnv } from '../../src/platform/config/env';
import { isComingBack } from '../../src/platform/database/failures';
import { type Simulator, startSimulator } from './per-worker/simulator';
import type { AnyJson } from './send';
import { Tenants } from './tenants';
import { createTestDatabase, type TestDatabase } from './test-database';
import { until } from './until';

/** An answer of the API under test. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed; undefined for what is not JSON. */
  json: AnyJson;
}

/** The whole API, as it is served, on a port of its own, with a database and a simulated upstream of its own. */
export interface TestApi {
  app: NestExpressApplication;
  baseUrl: string;
  database: TestDatabase;
  simulator: Simulator;
  tenants: Tenants;
  /** GET with a key; a path with its query. */
  get(path: string, key?: string, headers?: Record<string, string>): Promise<Answer>;
  /** Waits until exactly so many requests of the data API are under way. */
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
      await until(`${count} requests are under way`, () => load.underWay === count);
    },
    async stop() {
      // Of a test that failed: the application waits for its requests, and they for answers.
      await simulator.release();
      await app.close();
      await Promise.all([database.drop(), simulator.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** As the product starts: over again where a connection of the database was not there in time, as on a machine that is busy. */
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

/** What an API is started with that is under test, in this process or in one of its own. */
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
    // Most tests are about other things than the rate.
    RATE_LIMIT_PER_SECOND: '1000',
  };
}

/** Many of them: one that a test lets the upstream refuse rests, and others are left for the next test. */
function sessionsOf({ sessionHeaders }: Simulator): Record<string, string>[] {
  return Array.from({ length: 1_000 }, (_, number) => ({ ...sessionHeaders, 'x-session': `${number}` }));
}

async function get(url: string, headers: Record<string, string>): Promise<Answer> {
  const response = await fetch(url, { headers, redirect: 'manual' });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
}
