import type { IncomingMessage } from 'node:http';

/** Agents send a tool's name and a few words. */
const maxBytes = 64 * 1_024;
/** Each of them is a request of the data API or more: a message must not be a way around the rate. */
const maxCalls = 10;

/** What an agent has sent, with one call or several. */
export interface AgentMessage {
  /** Parsed; undefined for what is no JSON. */
  readonly json: unknown;
  /** As many requests are taken from the rate before anything runs. */
  readonly calls: number;
  /** Why nothing of it runs, as the protocol says it. */
  readonly refusal?: { readonly status: number; readonly code: number; readonly message: string };
}

const tooLong = {
  status: 413,
  code: -32_000,
  message: `Payload Too Large: a message holds at most ${maxBytes} bytes.`,
};
const tooMany = {
  status: 400,
  code: -32_600,
  message: `Invalid Request: a message holds at most ${maxCalls} calls. Nothing of it was run.`,
};

/** Reads and parses no more than the bound. A message that is refused counts as one request. */
export async function readMessage(request: IncomingMessage): Promise<AgentMessage> {
  // Who leaves in the middle waits for no answer.
  const body = await bytesOf(request).catch(() => Buffer.alloc(0));
  if (!body) return { json: undefined, calls: 1, refusal: tooLong };
  const json = parsed(body);
  const calls = Array.isArray(json) ? Math.max(1, json.length) : 1;
  return calls > maxCalls ? { json, calls: 1, refusal: tooMany } : { json, calls };
}

/** Undefined for what is too long. What is not read of it is left to Node.js, which drops it when there is an answer. */
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
