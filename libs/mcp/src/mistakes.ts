export interface Mistake {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  /** The id of the message, if it has one. */
  readonly id: unknown;
}

const example = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
const maxShown = 60;

/**
 * What a person gets wrong who sends messages by hand, in words that say what was seen and what is right. The protocol's library
 * refuses the same in fewer words.
 * @param message the parsed body, undefined if not JSON
 */
export function mistakeIn(
  contentType: string | null,
  message: unknown,
  toolNames: readonly string[],
): Mistake | undefined {
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) {
    const seen = contentType ? `content-type is ${contentType.slice(0, maxShown)}` : 'content-type is missing';
    return refused(
      415,
      -32_000,
      `Unsupported Media Type: ${seen}. Send a JSON body with content-type: application/json.`,
    );
  }
  if (message === undefined)
    return refused(400, -32_700, `Parse error: the body is not JSON. Send a message such as ${example}.`);
  const messages = Array.isArray(message) ? message : [message];
  if (messages.length === 0 || !messages.every((one) => one?.jsonrpc === '2.0')) {
    const right = `Agents send JSON-RPC 2.0, such as ${example}; for single requests without an agent, use the data API: GET /users/1001.`;
    return refused(400, -32_600, `Invalid Request: this is not a JSON-RPC 2.0 message. ${right}`, idOf(message));
  }
  const { method, params } = message as { method?: unknown; params?: { name?: unknown; arguments?: unknown } };
  if (method !== 'tools/call') return undefined;
  const isKnown = toolNames.includes(params?.name as string);
  const given = params?.arguments ?? {};
  if (isKnown && typeof given === 'object' && !Array.isArray(given)) return undefined;
  const wrong = isKnown
    ? 'arguments must be an object'
    : `there is no tool ${JSON.stringify(`${params?.name ?? ''}`.slice(0, maxShown))}`;
  const right = `params is such as {"name":"${toolNames[0]}","arguments":{…}}; the tools are ${toolNames.join(', ')}. tools/list describes them.`;
  return refused(200, -32_602, `Invalid params: ${wrong}: ${right}`, idOf(message));
}

function refused(status: number, code: number, message: string, id: unknown = null): Mistake {
  return { status, code, message, id };
}

function idOf(message: unknown): unknown {
  const { id } = (message ?? {}) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
