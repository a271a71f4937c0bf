import { createMcpHandler } from '@modelcontextprotocol/server';
import { type AnswerType, answerIn, bothTypes } from './answer-type';
import { mistakeIn } from './mistakes';
import { type ServerSettings, serverFor, toolNames } from './server';
import type { Caller } from './tool-run';

export interface HttpHandler {
  /**
   * @param request without its body; its key has been checked
   * @param message the parsed body, undefined if not JSON
   * @param accepted what the client accepts: at least one type
   */
  answer(request: Request, message: unknown, caller: Caller, accepted: readonly AnswerType[]): Promise<Response>;
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
    async answer(request, message, caller, accepted) {
      const mistake = mistakeIn(request.headers.get('content-type'), message, toolNames);
      if (mistake) {
        const { status, id, ...error } = mistake;
        onError(new Error(error.message));
        return answerIn(Response.json({ jsonrpc: '2.0', id, error }, { status }), accepted, false);
      }
      // The library refuses a client that does not accept both types.
      request.headers.set('accept', bothTypes);
      const authInfo = { token: '', clientId: '', scopes: [], extra: { caller } };
      const answer = await handler.fetch(request, { parsedBody: message, authInfo });
      return answerIn(answer, accepted, Array.isArray(message));
    },
    close: () => handler.close(),
  };
}
