import { formatUsd, isPaged, type Pagination, paginationOf, tokenParameters } from '@loupe/dto';
import { microsOf } from '../../../format/usd';
import { pointerTokens } from '../value-path';
import { type Step, shortNameOf } from './step';

export type Source = { readonly text: string } | { readonly members: readonly string[] };

export interface ProgramStep {
  readonly name: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly source: Source }[];
  /** Undefined for an operation without pages. */
  readonly pages: Required<Pick<Pagination, 'token_parameter' | 'token_path' | 'has_more_path'>> | undefined;
  /** The list of the previous response that the step iterates over; undefined if no value of the step is in a list. */
  readonly each: readonly string[] | undefined;
  readonly priceUsd: string;
}

export interface Program {
  readonly origin: string;
  readonly steps: readonly ProgramStep[];
  readonly requestsPerSecond: number;
}

const tokens: readonly string[] = tokenParameters;

/** A next page is not a step: the program reads all pages. */
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
    // A value outside the list stays as it was in the trail's response.
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

function listOf(members: readonly string[]): string[] | undefined {
  const index = members.findIndex((member) => /^\d+$/.test(member));
  return index < 0 ? undefined : members.slice(0, index);
}

/** The calls, price and duration of running the history `runs` times. */
export function estimate(pricesUsd: readonly string[], runs: number, requestsPerSecond: number) {
  const calls = pricesUsd.length * runs;
  const micros = pricesUsd.reduce((sum, price) => sum + microsOf(price), 0n) * BigInt(runs);
  return { calls, usd: formatUsd(micros), seconds: Math.ceil(calls / requestsPerSecond) };
}
