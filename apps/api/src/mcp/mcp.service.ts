import { setMaxListeners } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CallDataApi, HttpHandler, ServerSettings } from '@loupe/mcp';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { KeyedRequest } from '../core/auth/key-record';
import { priceMicros } from '../core/billing/prices';
import { ENV, type Env } from '../platform/config/env';
import type { LoupeResponse } from '../platform/http/messages';
import { LOGGER } from '../platform/observability/logger';
import { version } from '../platform/version';
import { AgentSessions, budgetHeader } from './agent-sessions';
import { Loopback } from './loopback';

/** These headers of the caller matter to the data API as well. */
const passedOn = ['x-api-key', 'x-forwarded-for', 'x-loupe-fault'];
const budgetAdvice = `Only a person can raise the budget: the ${budgetHeader} header where this server is configured.`;

@Injectable()
export class McpService implements OnApplicationShutdown {
  private handler: Promise<HttpHandler> | undefined;

  constructor(
    private readonly loopback: Loopback,
    private readonly sessions: AgentSessions,
    @Inject(ENV) private readonly env: Env,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The caller's key has been checked, and its rate. */
  async serve(request: KeyedRequest, response: LoupeResponse): Promise<void> {
    const gone = new AbortController();
    // A request may hold many calls, and each call listens.
    setMaxListeners(0, gone.signal);
    response.once('close', () => gone.abort());
    const settings = this.settingsFor(request, gone.signal);
    const handler = await this.handlerOf();
    const answer = await handler.answer(webRequestOf(request, gone.signal), settings);
    response.statusCode = answer.status;
    response.setHeader('cache-control', 'private, no-store');
    const type = answer.headers.get('content-type');
    if (type) response.setHeader('content-type', type);
    if (answer.body) await pipeline(Readable.fromWeb(answer.body as never), response);
    else response.end();
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.handler)?.close();
  }

  /** The protocol's library is read on the first request for it: most processes never see an agent. */
  private handlerOf(): Promise<HttpHandler> {
    this.handler ??= import('@loupe/mcp').then(({ createHttpHandler }) =>
      createHttpHandler((error) => this.logger.info({ reason: error.message }, 'an MCP request was refused')),
    );
    return this.handler;
  }

  private settingsFor(request: KeyedRequest, signal: AbortSignal): ServerSettings {
    const own = passedOn.flatMap((name) =>
      request.headers[name] === undefined ? [] : [[name, `${request.headers[name]}`]],
    );
    const call: CallDataApi = (address, headers) =>
      this.loopback.get(address, { ...headers, ...Object.fromEntries(own) }, request, signal);
    const session = this.sessions.of(request.key.lineageId, request.headers[budgetHeader]);
    return { call, session, unitPriceMicros: priceMicros(1, this.env), budgetAdvice, version };
  }
}

/** Without the key, which nobody behind here has any use for. */
function webRequestOf(request: KeyedRequest, signal: AbortSignal): Request {
  const names = ['accept', 'content-type', 'content-length', ...Object.keys(request.headers).filter(isOfProtocol)];
  const headers = names.flatMap((name) => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, `${value}`] as [string, string]];
  });
  const body = Readable.toWeb(request) as never;
  // Not every declaration of `RequestInit` knows `duplex`, which a streamed body needs.
  const streamed: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half', signal };
  return new Request('http://loupe/mcp', streamed);
}

function isOfProtocol(name: string): boolean {
  return name.startsWith('mcp-') || name === 'last-event-id';
}
