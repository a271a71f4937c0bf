import { setMaxListeners } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AnswerType, CallDataApi, Caller, HttpHandler, Session } from '@loupe/mcp';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Request as ExpressRequest, Response } from 'express';
import type { Logger } from 'pino';
import { priceMicros } from '../core/billing/prices';
import { ENV, type Env } from '../platform/config/env';
import { Loopback } from '../platform/http/loopback';
import { LOGGER } from '../platform/observability/logger';
import { Semaphore } from '../platform/semaphore';
import { version } from '../platform/version';
import type { AgentMessage } from './agent-message';
import type { AgentRequest } from './agent-rate.guard';
import { AgentSessions, budgetHeader } from './agent-sessions';

const passedOn = ['x-api-key', 'authorization', 'x-forwarded-for', 'x-loupe-fault'];
/** Leaves capacity for the calls of other messages. */
const maxCallsAtOnce = 3;
const answerTypes: readonly AnswerType[] = ['application/json', 'text/event-stream'];
const notAcceptable = {
  status: 406,
  code: -32_000,
  message:
    'Not Acceptable: this server answers in application/json or text/event-stream. Send accept: application/json, text/event-stream.',
};
const budgetAdvice = `Only a person can raise the budget, with the ${budgetHeader} header in the configuration of this server.`;

@Injectable()
export class McpService implements OnApplicationShutdown {
  private library: Promise<{ handler: HttpHandler; open(budgetMicros: bigint): Session }> | undefined;

  constructor(
    private readonly loopback: Loopback,
    private readonly sessions: AgentSessions,
    @Inject(ENV) private readonly env: Env,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async serve(request: AgentRequest & Pick<ExpressRequest, 'accepts'>, response: Response): Promise<void> {
    const { json, refusal } = request.message;
    if (refusal) return this.refuse(refusal, response);
    // Parameters such as a charset do not narrow what a client accepts.
    request.headers.accept = request.headers.accept?.replace(/;(?!\s*q\s*=)[^;,]*/gi, '').trim();
    const accepted = answerTypes.filter((type) => request.accepts(type));
    if (accepted.length === 0) return this.refuse(notAcceptable, response);
    const gone = new AbortController();
    // Each call of a message adds a listener.
    setMaxListeners(0, gone.signal);
    response.once('close', () => gone.abort());
    const { handler, open } = await this.libraryOf();
    const session = this.sessions.of(open, request.key.keyFamilyId, request.headers[budgetHeader]);
    const caller = this.callerOf(request, session, gone.signal);
    const answer = await handler.answer(webRequestOf(request, gone.signal), json, caller, accepted);
    response.statusCode = answer.status;
    response.setHeader('cache-control', 'private, no-store');
    const type = answer.headers.get('content-type');
    if (type) response.setHeader('content-type', type);
    if (answer.body) await pipeline(Readable.fromWeb(answer.body as never), response);
    else response.end();
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.library)?.handler.close();
  }

  /** Loads the protocol's library on first use: most processes never serve an agent. */
  private libraryOf() {
    this.library ??= import('@loupe/mcp').then(({ createHttpHandler, Session }) => ({
      handler: createHttpHandler({ unitPriceMicros: priceMicros(1, this.env), budgetAdvice, version }, (error) =>
        this.logger.info({ reason: error.message }, 'an MCP request was refused'),
      ),
      open: (budgetMicros) => new Session(budgetMicros),
    }));
    return this.library;
  }

  private refuse({ status, code, message }: NonNullable<AgentMessage['refusal']>, response: Response): void {
    this.logger.info({ reason: message }, 'an MCP request was refused');
    response.statusCode = status;
    response.setHeader('cache-control', 'private, no-store');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }));
  }

  private callerOf(request: AgentRequest, session: Session, signal: AbortSignal): Caller {
    const own = passedOn.flatMap((name) =>
      request.headers[name] === undefined ? [] : [[name, `${request.headers[name]}`]],
    );
    const semaphore = new Semaphore(maxCallsAtOnce);
    const { remoteAddress } = request.socket;
    const call: CallDataApi = (address, headers) => {
      const origin = { headers: { ...headers, ...Object.fromEntries(own) }, remoteAddress };
      return semaphore.run(() => this.loopback.get(address, origin, signal));
    };
    return { call, session, isOneOfSeveral: request.message.calls > 1 };
  }
}

/** The request for the MCP library, without its body, which was already read, and without the key. */
function webRequestOf(request: AgentRequest, signal: AbortSignal): Request {
  const names = ['content-type', ...Object.keys(request.headers).filter(isOfProtocol)];
  const headers = names.flatMap((name) => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, `${value}`] as [string, string]];
  });
  return new Request('http://loupe/mcp', { method: 'POST', headers, signal });
}

function isOfProtocol(name: string): boolean {
  return name.startsWith('mcp-') || name === 'last-event-id';
}
