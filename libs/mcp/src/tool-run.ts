import { setTimeout as sleep } from 'node:timers/promises';
import { formatUsd, type Operation, parseUsd } from '@loupe/dto';
import { addressOf, answerUri, type CallDataApi, type DataApiAnswer, type SentParameters } from './data-api';
import type { Session } from './session';

// biome-ignore lint/suspicious/noExplicitAny: the upstream's objects have hundreds of members
export type AnyJson = any;

/** What the agent is told instead of a result. */
export class ToolFailure extends Error {}

/** Agents ask the same thing again and again: an answer this old will do, and is free. */
const maxAgeSeconds = 300;
/** What the API still holds of an answer, however old it is. */
const heldOnly = 'max-age=3600, only-if-cached';
/** How often, and how long at once, a call waits for the key's rate. */
const maxWaits = 4;
const maxWaitSeconds = 3;

export interface RunSettings {
  readonly unitPriceMicros: bigint;
  /** How a person raises the budget of a session; agents cannot. */
  readonly budgetAdvice: string;
}

/** Whom a server is for. */
export interface Caller {
  readonly call: CallDataApi;
  readonly session: Session;
  /** Of calls that came together none waits for the rate: the others and their caller would wait as well. */
  readonly isOneOfSeveral?: boolean;
}

/** One use of a tool: what it asks of the data API, and what that costs. */
export class ToolRun {
  costMicros = 0n;
  balanceUsd: string | undefined;
  /** Where the whole answers are, in the order in which they were asked for. */
  readonly answerUris: string[] = [];

  constructor(
    private readonly settings: RunSettings,
    private readonly caller: Caller,
  ) {}

  /** The parsed answer. @throws {ToolFailure} when the budget does not allow it, or the answer is a problem. */
  async ask(operation: Operation, sent: SentParameters): Promise<AnyJson> {
    const priceMicros = this.priceOf(operation);
    if (!this.caller.session.reserve(priceMicros))
      throw new ToolFailure(this.overBudget(`${operation.name} costs $${formatUsd(priceMicros)}`));
    const directives = priceMicros > 0n ? directivesOf(`max-age=${maxAgeSeconds}`, priceMicros) : {};
    const body = await this.settled(priceMicros, operation, sent, directives);
    this.answerUris.push(answerUri(operation, sent));
    return JSON.parse(body);
  }

  /**
   * An answer that the API still holds, as it was. It is free, or costs the part of the price that the operator has set and that only
   * the API knows: it is told what the budget leaves. @throws {ToolFailure}
   */
  async read(operation: Operation, sent: SentParameters): Promise<string> {
    const mostMicros = this.caller.session.reserveUpTo(this.priceOf(operation));
    return this.settled(mostMicros, operation, sent, directivesOf(heldOnly, mostMicros), {
      not_cached: 'This response is no longer stored. Use the tool again.',
      price_above_ceiling: this.overBudget('To read this costs more than is left'),
    });
  }

  /** What the use has cost, and what is left. */
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

  /**
   * The body of an answer, for which so much of the budget is set aside.
   * @param told what the agent is told instead of some problems, by their code. @throws {ToolFailure} for every problem.
   */
  private async settled(
    reservedMicros: bigint,
    operation: Operation,
    sent: SentParameters,
    directives: Record<string, string>,
    told: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    let costMicros = 0n;
    try {
      const answer = await this.send(operation, addressOf(operation, sent), directives);
      costMicros = this.note(answer);
      if (answer.status !== 200) throw new ToolFailure(failureOf(answer, told));
      return answer.body;
    } finally {
      this.caller.session.settle(reservedMicros, costMicros);
    }
  }

  private async send({ name }: Operation, address: string, directives: Record<string, string>): Promise<DataApiAnswer> {
    const { call, isOneOfSeveral } = this.caller;
    for (let wait = 1; ; wait++) {
      const answer = await call(address, directives, name);
      const seconds = Number(answer.headers['retry-after'] ?? 1);
      if (answer.status !== 429 || isOneOfSeveral || wait > maxWaits || seconds > maxWaitSeconds) return answer;
      await sleep(seconds * 1_000);
    }
  }

  private note({ headers }: DataApiAnswer): bigint {
    const costMicros = parseUsd(`${headers['x-cost-usd'] ?? ''}`) ?? 0n;
    this.costMicros += costMicros;
    this.balanceUsd = headers['x-balance-usd'] === undefined ? this.balanceUsd : `${headers['x-balance-usd']}`;
    return costMicros;
  }
}

/** The price is told, so that a call that would cost more is refused there. */
function directivesOf(age: string, mostMicros: bigint): Record<string, string> {
  return { 'cache-control': age, 'x-max-cost-usd': formatUsd(mostMicros) };
}

function failureOf({ status, body }: DataApiAnswer, told: Readonly<Record<string, string>>): string {
  try {
    const { code, detail, charged_usd: charged, retryable } = JSON.parse(body);
    const advice = retryable ? ' The same call may succeed later.' : '';
    const cost = charged === '0' ? '' : ` This answer was charged: $${charged}.`;
    return told[code] ?? `${code} (${status}): ${detail}${cost}${advice}`;
  } catch {
    return `The data API answered ${status}.`;
  }
}
