import { createMcpHandler } from '@modelcontextprotocol/server';
import { type ServerSettings, serverFor } from './server';
import type { Caller } from './tool-run';

export interface HttpHandler {
  /**
   * Answers one request of a caller whose key has been checked.
   * @param request without its body. @param message the body, parsed; undefined when it was no JSON.
   */
  answer(request: Request, message: unknown, caller: Caller): Promise<Response>;
  close(): Promise<void>;
}

/** Streamable HTTP without state, for clients of both eras of the protocol. It knows nothing of keys, hosts and origins. */
export function createHttpHandler(settings: ServerSettings, onError: (error: Error) => void): HttpHandler {
  const createServer = serverFor(settings);
  const handler = createMcpHandler(({ authInfo }) => createServer(authInfo!.extra!.caller as Caller), {
    // Tools never change: there is nothing to subscribe to.
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
