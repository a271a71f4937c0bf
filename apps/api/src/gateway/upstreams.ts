import { type Subject, UpstreamClient, type UpstreamOptions, type UpstreamRequest } from '@loupe/upstream-client';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { clock } from '../platform/clock';
import { ENV, type Env } from '../platform/config/env';
import { Problem } from '../platform/http/problem';
import { LOGGER } from '../platform/observability/logger';
import type { Call } from './call';

/** The upstream of one call, within the call's deadline. */
export interface CallUpstream {
  /**
   * @param subject whose absence a 404 speaks of
   * @returns the body of a 200 response, decompressed
   * @throws {UpstreamFailure}
   */
  send(request: UpstreamRequest, subject?: Subject): Promise<Buffer>;
}

const megabyte = 1_024 * 1_024;
/** Of the simulator: calls of test keys take nothing from those that are paid for. */
const testBounds = { connections: 64, maxWaiting: 200, maxBodyBytes: 4 * megabyte, maxBufferedBytes: 64 * megabyte };

/** The session that the simulator accepts when it is not told otherwise. It opens nothing anywhere else. */
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
      if (state !== 'ready')
        logger.warn({ state, reason }, 'the simulator refuses the session that calls of test keys carry');
    });
  }

  /** @throws {Problem} `internal_error` for a test key where there is no simulator */
  of(call: Call): CallUpstream {
    // Accounts take turns where something is scarce.
    call.upstreamContext.accountId = call.key!.accountId;
    if (!call.isTest) return upstreamOf(call, this.live);
    if (!this.simulator) throw new Problem('internal_error', 'Test keys are switched off on this installation.');
    return call.fault === undefined ? upstreamOf(call, this.simulator) : this.faulty(call, call.fault);
  }

  onApplicationShutdown(): void {
    this.simulator?.close();
  }

  /** A client of its own for every request: the breaker and the session that a fault was asked to trouble are nobody else's. */
  private faulty(call: Call, fault: string): CallUpstream {
    return {
      send: async (request, subject) => {
        const client = this.connect({ ...testSession, 'x-sim-fault': fault });
        try {
          return await client.send(request, call.upstreamContext, subject);
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

/** The call's deadline is read anew for each request: a call may join that of an equal one. */
function upstreamOf(call: Call, client: UpstreamClient): CallUpstream {
  return { send: (request, subject) => client.send(request, call.upstreamContext, subject) };
}
