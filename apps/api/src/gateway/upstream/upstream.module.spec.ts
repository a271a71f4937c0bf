import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ENV } from '../../platform/config/env';
import { LOGGER } from '../../platform/observability/logger';
import { Metrics } from '../../platform/observability/metrics';
import { OperatorWebhook } from '../../platform/observability/operator-webhook';
import { reportSessionChange, UpstreamModule } from './upstream.module';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'loupe-upstream-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

async function warningsOf(sessions: object[]): Promise<string[]> {
  const warn = jest.fn();
  const file = join(directory, 'sessions.json');
  writeFileSync(file, JSON.stringify(sessions));
  const env = { UPSTREAM_BASE_URL: 'http://127.0.0.1:9', UPSTREAM_SESSIONS_FILE: file };
  const providers = [
    { provide: ENV, useValue: env },
    { provide: LOGGER, useValue: { warn } },
    Metrics,
    OperatorWebhook,
  ];
  class Surroundings {}
  Global()(Surroundings);
  Module({ providers, exports: providers })(Surroundings);
  class Root {}
  Module({ imports: [Surroundings, UpstreamModule] })(Root);
  const context = await NestFactory.createApplicationContext(Root, { logger: false, abortOnError: false });
  await context.close();
  return warn.mock.calls.map(([text]) => text as string);
}

describe('UpstreamModule', () => {
  it('warns of sessions that request another language than English', async () => {
    const warnings = await warningsOf([
      { cookie: 'sessionid=secret', 'Accept-Language': 'en-US' },
      { cookie: 'sessionid=secret', 'Accept-Language': 'de-DE,en;q=0.5' },
    ]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^Session 2 of UPSTREAM_SESSIONS_FILE .* accept-language .* en-US/);
    expect(warnings[0]).not.toContain('secret');
  });

  it('does not warn when sessions name no language', async () => {
    expect(await warningsOf([{ cookie: 'sessionid=secret' }])).toEqual([]);
  });
});

describe('reportSessionChange', () => {
  it('reports only a disabled session to the operator, by its position in the file', () => {
    const logger = { info: jest.fn(), warn: jest.fn(), error: jest.fn() };
    const webhook = { tell: jest.fn(async () => undefined) };
    const change = { session: 2, sessions: 5, reason: 'login_required' };
    reportSessionChange({ ...change, state: 'resting', cooldownSeconds: 60 }, logger, webhook);
    reportSessionChange({ ...change, state: 'ready' }, logger, webhook);
    expect(webhook.tell).not.toHaveBeenCalled();
    reportSessionChange({ ...change, state: 'dead' }, logger, webhook);
    const text = expect.stringMatching(/session 2 of 5 \(login_required\): renew it/);
    expect(webhook.tell.mock.calls).toEqual([['upstream_session_dead', text, change]]);
    expect(logger.error).toHaveBeenCalledTimes(1);
  });
});
