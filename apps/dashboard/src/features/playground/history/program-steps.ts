import { formatUsd, isPaged, type Pagination, paginationOf, tokenParameters } from '@loupe/dto';
import { microsOf } from '../../../format/usd';
import { pointerTokens } from '../value-path';
import { type Step, shortNameOf } from './step';

/** Where a value of a call comes from: the reader's own, or the answer of the step before. */
export type Source = { readonly text: string } | { readonly members: readonly string[] };

/** One call of a program that walks a history again. */
export interface ProgramStep {
  readonly name: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly source: Source }[];
  /** Undefined for what has one page. */
  readonly pages: Required<Pick<Pagination, 'token_parameter' | 'token_path' | 'has_more_path'>> | undefined;
  /** The list of the step before of which each item is asked about; undefined where that answer is one thing. */
  readonly each: readonly string[] | undefined;
  readonly priceUsd: string;
}

export interface Program {
  readonly origin: string;
  readonly steps: readonly ProgramStep[];
  readonly requestsPerSecond: number;
}

const tokens: readonly string[] = tokenParameters;

/** The steps of a history: next pages are no steps of their own, because a program goes through all pages. */
export function programStepsOf(history: readonly Step[], priceOf: (operation: string) => string): ProgramStep[] {
  const steps = history.filter(({ values }, index) => index === 0 || !tokens.some((name) => values[name]));
  return steps.map((step) => programStepOf(step, priceOf(step.operation.name)));
}

function programStepOf({ operation, values, sources }: Step, priceUsd: string): ProgramStep {
  const names = Object.keys(operation.parameters).filter((name) => values[name] && !tokens.includes(name));
  const pointers = names.flatMap((name) => sources[name] ?? []).map(pointerTokens);
  const each = pointers.map(listOf).find((list) => list !== undefined);
  const sourceOf = (name: string): Source => {
    const pointer = sources[name];
    if (pointer === undefined) return { text: values[name]! };
    const members = pointerTokens(pointer);
    if (!each) return { members };
    const isInList = each.every((member, index) => members[index] === member) && members.length > each.length;
    // From elsewhere in that answer: what was found there when the history was walked.
    return isInList ? { members: members.slice(each.length + 1) } : { text: values[name]! };
  };
  const pagination = isPaged(operation) ? paginationOf(operation) : undefined;
  const pages = pagination?.token_parameter &&
    pagination.token_path && {
      token_parameter: pagination.token_parameter,
      token_path: pagination.token_path,
      has_more_path: pagination.has_more_path,
    };
  return {
    name: shortNameOf(operation),
    path: operation.path,
    parameters: names.map((name) => ({ name, source: sourceOf(name) })),
    pages: pages || undefined,
    each,
    priceUsd,
  };
}

/** The members up to the list or map that a value was found in: `items` of `/items/0/pk`. */
function listOf(members: readonly string[]): string[] | undefined {
  const index = members.findIndex((member) => /^\d+$/.test(member));
  return index < 0 ? undefined : members.slice(0, index);
}

/** What calls come to: one program of the history, or as many as there are accounts. */
export function estimate(pricesUsd: readonly string[], runs: number, requestsPerSecond: number) {
  const calls = pricesUsd.length * runs;
  const micros = pricesUsd.reduce((sum, price) => sum + microsOf(price), 0n) * BigInt(runs);
  return { calls, usd: formatUsd(micros), seconds: Math.ceil(calls / requestsPerSecond) };
}
