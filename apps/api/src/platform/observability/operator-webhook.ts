import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import axios from 'axios';
import type { Logger } from 'pino';
import { clock } from '../clock';
import { ENV, type Env } from '../config/env';
import { LOGGER } from './logger';

const timeoutMs = 10_000;
const pausesMs = [5_000, 30_000];
const maxUnderWay = 20;

/** Notifies OPERATOR_WEBHOOK_URL of problems that only a person can fix. The log and the metrics report them too. */
@Injectable()
export class OperatorWebhook {
  private underWay = 0;

  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'OPERATOR_WEBHOOK_URL'>,
    @Inject(LOGGER) private readonly log: Pick<Logger, 'warn'>,
  ) {}

  /** Posts `{event, text, at, …members}`; chats show the `text`. Resolves when it was delivered or given up. */
  async tell(
    event: string,
    text: string,
    members: Readonly<Record<string, unknown>>,
    pauses = pausesMs,
  ): Promise<void> {
    const { OPERATOR_WEBHOOK_URL: url } = this.env;
    if (!url || this.underWay >= maxUnderWay) return;
    this.underWay += 1;
    const body = { event, text, at: new Date(clock.wallMs()).toISOString(), ...members };
    for (const pauseMs of [...pauses, undefined]) {
      const reason = await post(url, body);
      if (reason === undefined) break;
      // The URL may be a secret.
      this.log.warn({ event, reason, retried: pauseMs !== undefined }, 'OPERATOR_WEBHOOK_URL was not reached');
      if (pauseMs !== undefined) await sleep(pauseMs, undefined, { ref: false });
    }
    this.underWay -= 1;
  }
}

async function post(url: string, body: object): Promise<string | undefined> {
  try {
    await axios.post(url, body, {
      headers: { 'user-agent': 'loupe-webhook' },
      maxRedirects: 0,
      maxContentLength: 64_000,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return undefined;
  } catch (error) {
    if (axios.isCancel(error)) return 'no answer in time';
    const { response, code } = error as { response?: { status: number }; code?: string };
    return response ? `answered with status ${response.status}` : (code ?? 'failed');
  }
}
