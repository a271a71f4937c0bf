import type { IncomingMessage } from 'node:http';

const maxBytes = 64 * 1_024;
/** A message must not hold many calls, because each call can make several data requests. */
const maxCalls = 10;

export interface AgentMessage {
  readonly json: unknown;
  /** How many requests count against the rate before any call runs. */
  readonly calls: number;
  readonly refusal?: { readonly status: number; readonly code: number; readonly message: string };
}

const tooLong = {
  status: 413,
  code: -32_000,
  message: `Payload Too Large: a message holds at most ${maxBytes} bytes. Send fewer or shorter arguments.`,
};
const tooMany = {
  status: 400,
  code: -32_600,
  message: `Invalid Request: a message holds at most ${maxCalls} calls. None of them was run. Send several messages.`,
};

/** Reads and parses a message up to the size limit. A refused message counts as one request. */
export async function readMessage(request: IncomingMessage): Promise<AgentMessage> {
  // A caller who leaves while sending gets no response.
  const body = await bytesOf(request).catch(() => Buffer.alloc(0));
  if (!body) return { json: undefined, calls: 1, refusal: tooLong };
  const json = parsed(body);
  const calls = Array.isArray(json) ? Math.max(1, json.length) : 1;
  return calls > maxCalls ? { json, calls: 1, refusal: tooMany } : { json, calls };
}

/** Undefined when the body is too long. Node.js discards the unread bytes after the response. */
async function bytesOf(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length']) > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
