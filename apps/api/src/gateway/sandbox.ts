import type { IncomingHttpHeaders } from 'node:http';
import { faultNames, type ParameterFault } from '@loupe/dto';
import { type Exchange, type Sender, UpstreamClient, type UpstreamOptions } from '@loupe/upstream-client';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { clock } from '../platform/clock';
import { ENV, type Env } from '../platform/config/env';
import { Problem } from '../platform/http/problem';
import { LOGGER } from '../platform/observability/logger';
import type { Call } from './call';

const megabyte = 1_024 * 1_024;
/** Its own, so that whatever comes of test keys' calls takes nothing from those that are paid for. */
const bounds = { connections: 64, maxWaiting: 200, maxBodyBytes: 4 * megabyte, maxBufferedBytes: 64 * megabyte };

/** The session that the simulator accepts when it is not told otherwise. It opens nothing anywhere else. */
const session = { cookie: 'sessionid=loupe-sim-session' };

/** The simulator, which answers the calls of test keys in place of the upstream. */
@Injectable()
export class Sandbox implements OnApplicationShutdown {
  private readonly client: UpstreamClient | undefined;

  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'SANDBOX_UPSTREAM_URL'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    if (!env.SANDBOX_UPSTREAM_URL) return;
    this.client = this.connect(session, ({ state, reason }) => {
      if (state !== 'ready')
        logger.warn({ state, reason }, 'the simulator refuses the session that calls of test keys carry');
    });
  }

  /** Has the simulator answer a call if its key is a test key, before anything can ask the upstream. Faults are added to `faults`. */
  admit(call: Call, headers: IncomingHttpHeaders, faults: ParameterFault[]): void {
    const name = headers['x-loupe-fault'];
    if (!call.isTest) {
      // Who expects a fault takes the key for a test key: that must not cost money.
      if (name !== undefined && call.key) faults.push(faultOf('is for test keys alone, which start with loupe_test_'));
      return;
    }
    if (name === undefined) call.exchange.standIn = this.sender();
    else if (typeof name === 'string' && faultNames.includes(name)) this.strike(call, name);
    else faults.push(faultOf(`must be one of ${faultNames.join(', ')}`));
  }

  onApplicationShutdown(): void {
    this.client?.close();
  }

  private strike(call: Call, fault: string): void {
    call.fault = fault;
    call.exchange.standIn = {
      // A client of its own for every request: the breaker and the session that a fault was asked to trouble are nobody else's.
      send: async (request, exchange: Exchange, subject) => {
        const client = this.connect({ ...session, 'x-sim-fault': fault });
        try {
          return await client.send(request, exchange, subject);
        } finally {
          client.close();
        }
      },
    };
  }

  private sender(): Sender {
    if (!this.client) throw new Problem('internal_error', 'Test keys are switched off on this installation.');
    return this.client;
  }

  private connect(
    headers: Record<string, string>,
    onSessionChange?: UpstreamOptions['onSessionChange'],
  ): UpstreamClient {
    const baseUrl = this.env.SANDBOX_UPSTREAM_URL!;
    return new UpstreamClient({
      baseUrl,
      sessions: [{ headers }],
      onSessionChange,
      now: () => clock.nowMs(),
      ...bounds,
    });
  }
}

function faultOf(message: string): ParameterFault {
  return { in: 'header', parameter: 'x-loupe-fault', message };
}
