import { setMaxListeners } from 'node:events';
import { isLoupeError, type LoupeError, parseUsd, Transport } from '@loupe/client';
import type { CallDataApi, DataApiAnswer } from '@loupe/mcp';
import { connect, pricesOf, settingsOf } from './caller.ts';
import type { Options } from './command-line.ts';

const budgetAdvice = 'Only a person can raise the budget: --budget where this command is configured.';

/** Serves an agent on standard input and output until the input closes. */
export async function mcp(options: Options, version: string): Promise<void> {
  const budgetMicros = parseUsd(options.budget ?? process.env.MCP_SESSION_BUDGET_USD ?? '0.25');
  const unitPriceMicros = parseUsd((await pricesOf(connect(options))).get('users.by_id')!);
  const gone = new AbortController();
  // One listener per call in flight.
  setMaxListeners(0, gone.signal);
  process.stdin.once('end', () => gone.abort());
  const call = callFor(new Transport(settingsOf(options)), gone.signal);
  // Loaded only here, because the protocol's library is large.
  const { serveStdio, Session } = await import('@loupe/mcp');
  const caller = { call, session: new Session(budgetMicros) };
  serveStdio({ unitPriceMicros, budgetAdvice, version }, caller, ({ message }) =>
    process.stderr.write(`loupe-cli: ${message}\n`),
  );
}

function callFor(transport: Transport, signal: AbortSignal): CallDataApi {
  const decoder = new TextDecoder();
  return async (path, headers, operation) => {
    try {
      const { bytes, meta } = await transport.send({ operation, path, headers, signal });
      const money = { 'x-cost-usd': meta.costUsd, 'x-balance-usd': meta.balanceUsd };
      return { status: meta.status, headers: money, body: decoder.decode(bytes) };
    } catch (error) {
      if (!isLoupeError(error)) throw error;
      return failedAnswer(error, headers['x-max-cost-usd']);
    }
  };
}

/** The transport has already retried, so the agent should not retry soon. */
function failedAnswer(error: LoupeError, priceUsd: string | undefined): DataApiAnswer {
  const { code, message, status = 503, retryable, chargedUsd } = error;
  const detail = chargedUsd ? message : `${message.replace(/\.?$/, '.')} The call may have been charged.`;
  return {
    status,
    // If the response was lost, its cost is unknown, and the budget counts the price.
    headers: { 'x-cost-usd': chargedUsd ?? priceUsd, 'retry-after': '3600' },
    body: JSON.stringify({ code, detail, retryable, charged_usd: chargedUsd ?? '0' }),
  };
}
