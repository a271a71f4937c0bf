import { type Subject, UpstreamClient, type UpstreamOptions, type UpstreamRequest } from '@loupe/upstream-client';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { clock } from '../platform/clock';
import { ENV, type Env } from '../platform/config/env';
import { LOGGER } from '../platform/observability/logger';
import { Problem } from '../platform/problem';
import type { Call } from './call';

/** The upstream of one call, within the call's deadline. */
export interface CallUpstream {
  /**
   * @param subject what is missing if the response is a 404
   * @returns the decompressed body of a 200 response
   * @throws {UpstreamFailure}
   */
  send(request: UpstreamRequest, subject?: Subject): Promise<Buffer>;
}

const megabyte = 1_024 * 1_024;
/** The simulator has its own bounds, so that test keys take no capacity from paid calls. */
const testBounds = { connections: 64, maxWaiting: 200, maxBodyBytes: 4 * megabyte, maxBufferedBytes: 64 * megabyte };

/** The simulator's default session. It is no secret. */
const testSession = { cookie: 'sessionid=loupe-sim-session' };

/** Chooses the upstream of a call: the live one, or the simulator for test keys. */
@Injectable()
export class Upstreams implements OnApplicationShutdown {
  private readonly simulator: UpstreamClient | undefined;

  constructor(
    private readonly live: UpstreamClient,
    @Inject(ENV) private readonly env: Pick<Env, 'SANDBOX_UPSTREAM_URL'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    if (!env.SANDBOX_UPSTREAM_URL) return;
    this.simulator = this.connect(testSession, ({ state, reason }) => {
      if (state !== 'ready') logger.warn({ state, reason }, 'the simulator refuses the session of test keys');
    });
  }

  /** @throws {Problem} `internal_error` for a test key when there is no simulator */
  of(call: Call): CallUpstream {
    if (!call.isTest) return upstreamOf(call, this.live);
    if (!this.simulator) throw new Problem('internal_error', 'Test keys are switched off on this installation.');
    return call.fault === undefined ? upstreamOf(call, this.simulator) : this.withFault(call, call.fault);
  }

  onApplicationShutdown(): void {
    this.simulator?.close();
  }

  /** Uses a client per request, so that a simulated fault cannot open another call's breaker or disable its session. */
  private withFault(call: Call, fault: string): CallUpstream {
    return {
      send: async (request, subject) => {
        const client = this.connect({ ...testSession, 'x-sim-fault': fault });
        try {
          return await client.send(request, call.progress.upstream, subject);
        } finally {
          client.close();
        }
      },
    };
  }

  private connect(
    headers: Record<string, string>,
    onSessionChange?: UpstreamOptions['onSessionChange'],
  ): UpstreamClient {
    return new UpstreamClient({
      baseUrl: this.env.SANDBOX_UPSTREAM_URL!,
      sessions: [{ headers }],
      onSessionChange,
      now: () => clock.nowMs(),
      ...testBounds,
    });
  }
}

/** Reads the call's context on each request, because the call may join the context of an identical call. */
function upstreamOf(call: Call, client: UpstreamClient): CallUpstream {
  return { send: (request, subject) => client.send(request, call.progress.upstream, subject) };
}
