import { setTimeout as sleep } from 'node:timers/promises';
import { formatUsd, type Operation, parseUsd } from '@loupe/dto';
import { addressOf, answerUri, type CallDataApi, type DataApiAnswer, type SentParameters } from './data-api';
import type { Session } from './session';

// biome-ignore lint/suspicious/noExplicitAny: the upstream's objects have hundreds of members
export type AnyJson = any;

export class ToolFailure extends Error {}

// Agents repeat their calls, so cached responses up to this age are accepted; they are cheaper or free.
const maxAgeSeconds = 300;
// Any cached response, but no new one (RFC 9111, section 5.2.1.7).
const cachedOnly = 'max-age=3600, only-if-cached';
const maxWaits = 4;
const maxWaitSeconds = 3;

export interface RunSettings {
  readonly unitPriceMicros: bigint;
  readonly budgetAdvice: string;
}

export interface Caller {
  readonly call: CallDataApi;
  readonly session: Session;
  /** One call of a batch: it does not wait after a 429, because that would delay the other calls. */
  readonly isOneOfSeveral?: boolean;
}

/** One use of a tool: its calls to the data API and their cost. */
export class ToolRun {
  costMicros = 0n;
  balanceUsd: string | undefined;
  readonly answerUris: string[] = [];

  constructor(
    private readonly settings: RunSettings,
    private readonly caller: Caller,
  ) {}

  /** @returns the parsed response @throws {ToolFailure} if the budget is too small or the response is a problem */
  async request(operation: Operation, sent: SentParameters): Promise<AnyJson> {
    const priceMicros = this.priceOf(operation);
    if (!this.caller.session.reserve(priceMicros))
      throw new ToolFailure(this.overBudget(`${operation.name} costs $${formatUsd(priceMicros)}`));
    const headers = priceMicros > 0n ? headersOf(`max-age=${maxAgeSeconds}`, priceMicros) : {};
    const body = await this.callReserved(priceMicros, operation, sent, headers);
    this.answerUris.push(answerUri(operation, sent));
    return JSON.parse(body);
  }

  /** Reads a cached response for at most the full price, or the rest of the budget if less. @throws {ToolFailure} */
  async read(operation: Operation, sent: SentParameters): Promise<string> {
    const mostMicros = this.caller.session.reserveUpTo(this.priceOf(operation));
    return this.callReserved(mostMicros, operation, sent, headersOf(cachedOnly, mostMicros), {
      not_cached: 'This response is no longer stored. Use the tool again.',
      price_above_ceiling: this.overBudget('Reading this costs more than is left'),
    });
  }

  /** One line for the agent: cost of this use, budget and balance. */
  get account(): string {
    const { spentMicros, budgetMicros } = this.caller.session;
    const session = `session $${formatUsd(spentMicros)} of $${formatUsd(budgetMicros)}`;
    return `cost $${formatUsd(this.costMicros)}, ${session}${this.balanceUsd ? `, balance $${this.balanceUsd}` : ''}`;
  }

  private priceOf({ priceUnits }: Operation): bigint {
    return this.settings.unitPriceMicros * BigInt(priceUnits);
  }

  private overBudget(what: string): string {
    const { spentMicros, budgetMicros } = this.caller.session;
    const spent = `$${formatUsd(spentMicros)} of its budget of $${formatUsd(budgetMicros)}`;
    return `${what}, and this session has spent ${spent}. Nothing was charged. ${this.settings.budgetAdvice}`;
  }

  /** Calls the API with a reserved budget. @param messages by problem code @throws {ToolFailure} for every problem */
  private async callReserved(
    reservedMicros: bigint,
    operation: Operation,
    sent: SentParameters,
    headers: Record<string, string>,
    messages: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    let costMicros = 0n;
    try {
      const answer = await this.send(operation, addressOf(operation, sent), headers);
      costMicros = this.recordCost(answer);
      if (answer.status !== 200) throw new ToolFailure(failureOf(answer, messages));
      return answer.body;
    } finally {
      this.caller.session.commit(reservedMicros, costMicros);
    }
  }

  private async send({ name }: Operation, address: string, headers: Record<string, string>): Promise<DataApiAnswer> {
    const { call, isOneOfSeveral } = this.caller;
    for (let wait = 1; ; wait++) {
      const answer = await call(address, headers, name);
      const seconds = Number(answer.headers['retry-after'] ?? 1);
      if (answer.status !== 429 || isOneOfSeveral || wait > maxWaits || seconds > maxWaitSeconds) return answer;
      await sleep(seconds * 1_000);
    }
  }

  private recordCost({ headers }: DataApiAnswer): bigint {
    const costMicros = parseUsd(`${headers['x-cost-usd'] ?? ''}`) ?? 0n;
    this.costMicros += costMicros;
    this.balanceUsd = headers['x-balance-usd'] === undefined ? this.balanceUsd : `${headers['x-balance-usd']}`;
    return costMicros;
  }
}

/** The price is sent as a limit, so that the API refuses the call if the price has risen. */
function headersOf(age: string, mostMicros: bigint): Record<string, string> {
  return { 'cache-control': age, 'x-max-cost-usd': formatUsd(mostMicros) };
}

function failureOf({ status, body }: DataApiAnswer, messages: Readonly<Record<string, string>>): string {
  try {
    const { code, detail, charged_usd: charged, retryable } = JSON.parse(body);
    const advice = retryable ? ' The same call may succeed later.' : '';
    const cost = charged === '0' ? '' : ` This response was charged: $${charged}.`;
    return messages[code] ?? `${code} (${status}): ${detail}${cost}${advice}`;
  } catch {
    return `The data API responded with status ${status}.`;
  }
}
