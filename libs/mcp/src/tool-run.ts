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
/** How often, and how long at once, a call waits for the key's rate. */
const maxWaits = 4;
const maxWaitSeconds = 3;

export interface RunSettings {
  readonly call: CallDataApi;
  readonly session: Session;
  readonly unitPriceMicros: bigint;
  /** How a person raises the budget of a session; agents cannot. */
  readonly budgetAdvice: string;
}

/** One use of a tool: what it asks of the data API, and what that costs. */
export class ToolRun {
  costMicros = 0n;
  balanceUsd: string | undefined;
  /** Where the whole answers are, in the order in which they were asked for. */
  readonly answerUris: string[] = [];

  constructor(private readonly settings: RunSettings) {}

  /** The parsed answer. @throws {ToolFailure} when the budget does not allow it, or the answer is a problem. */
  async ask(operation: Operation, sent: SentParameters): Promise<AnyJson> {
    const { session, unitPriceMicros, budgetAdvice } = this.settings;
    const priceMicros = unitPriceMicros * BigInt(operation.priceUnits);
    if (!session.reserve(priceMicros)) {
      const spent = `$${formatUsd(session.spentMicros)} of its budget of $${formatUsd(session.budgetMicros)}`;
      throw new ToolFailure(
        `${operation.name} costs $${formatUsd(priceMicros)}, and this session has spent ${spent}. Nothing was charged. ${budgetAdvice}`,
      );
    }
    let costMicros = 0n;
    try {
      const answer = await this.send(operation, addressOf(operation, sent), priceMicros);
      costMicros = this.note(answer);
      if (answer.status !== 200) throw new ToolFailure(failureOf(answer));
      this.answerUris.push(answerUri(operation, sent));
      return JSON.parse(answer.body);
    } finally {
      session.settle(priceMicros, costMicros);
    }
  }

  /** What the use has cost, and what is left. */
  get account(): string {
    const { spentMicros, budgetMicros } = this.settings.session;
    const session = `session $${formatUsd(spentMicros)} of $${formatUsd(budgetMicros)}`;
    return `cost $${formatUsd(this.costMicros)}, ${session}${this.balanceUsd ? `, balance $${this.balanceUsd}` : ''}`;
  }

  /** The price is told, so that a call that would cost more is refused there. */
  private async send({ name }: Operation, address: string, priceMicros: bigint): Promise<DataApiAnswer> {
    const isPriced = priceMicros > 0n;
    const headers = isPriced
      ? { 'cache-control': `max-age=${maxAgeSeconds}`, 'x-max-cost-usd': formatUsd(priceMicros) }
      : {};
    for (let wait = 1; ; wait++) {
      const answer = await this.settings.call(address, headers, name);
      const seconds = Number(answer.headers['retry-after'] ?? 1);
      if (answer.status !== 429 || wait > maxWaits || seconds > maxWaitSeconds) return answer;
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

function failureOf({ status, body }: DataApiAnswer): string {
  try {
    const { code, detail, charged_usd: charged, retryable } = JSON.parse(body);
    const advice = retryable ? ' The same call may succeed later.' : '';
    return `${code} (${status}): ${detail}${charged === '0' ? '' : ` This answer was charged: $${charged}.`}${advice}`;
  } catch {
    return `The data API answered ${status}.`;
  }
}
