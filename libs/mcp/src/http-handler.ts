import { createMcpHandler } from '@modelcontextprotocol/server';
import { createServer, type ServerSettings } from './server';

/** Agents send a tool's name and a few words. */
const maxRequestBodySize = 64 * 1_024;

export interface HttpHandler {
  /** Answers one request of the caller that the settings are for, whose key has been checked. */
  answer(request: Request, settings: ServerSettings): Promise<Response>;
  close(): Promise<void>;
}

/** Streamable HTTP without state, for clients of both eras of the protocol. It knows nothing of keys, hosts and origins. */
export function createHttpHandler(onError: (error: Error) => void): HttpHandler {
  const handler = createMcpHandler(({ authInfo }) => createServer(authInfo!.extra!.settings as ServerSettings), {
    maxRequestBodySize,
    // Tools never change: there is nothing to subscribe to.
    maxSubscriptions: 0,
    onerror: onError,
  });
  return {
    answer: (request, settings) =>
      handler.fetch(request, { authInfo: { token: '', clientId: '', scopes: [], extra: { settings } } }),
    close: () => handler.close(),
  };
}
