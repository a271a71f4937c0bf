import { createMcpHandler } from '@modelcontextprotocol/server';
import { type ServerSettings, serverFor } from './server';
import type { Caller } from './tool-run';

export interface HttpHandler {
  /** @param request without its body; its key has been checked @param message the parsed body, undefined if not JSON */
  answer(request: Request, message: unknown, caller: Caller): Promise<Response>;
  close(): Promise<void>;
}

/** Stateless Streamable HTTP, for current and older protocol versions. The host checks keys and origins. */
export function createHttpHandler(settings: ServerSettings, onError: (error: Error) => void): HttpHandler {
  const createServer = serverFor(settings);
  const handler = createMcpHandler(({ authInfo }) => createServer(authInfo!.extra!.caller as Caller), {
    // Tools never change, so there is nothing to subscribe to.
    maxSubscriptions: 0,
    onerror: onError,
  });
  return {
    answer: (request, message, caller) =>
      handler.fetch(request, {
        parsedBody: message,
        authInfo: { token: '', clientId: '', scopes: [], extra: { caller } },
      }),
    close: () => handler.close(),
  };
}
