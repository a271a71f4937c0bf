import type { Answer } from '../wire/answer';
import { type BadCursorMode, badCursorModes, type ListQuirk, listQuirks } from '../wire/paging';
import { faultAnswers } from '../wire/refusals';
import { type Sender, senders } from './senders';

export type Effect =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'transport'; readonly send: Sender }
  | { readonly kind: 'list'; readonly quirk: ListQuirk }
  | { readonly kind: 'cursor'; readonly mode: BadCursorMode }
  | { readonly kind: 'wait' }
  | { readonly kind: 'hold' };

export interface Fault {
  readonly name: string;
  readonly effect: Effect;
  /** Used if a rule has no delay. Only faults that delay something have a default. */
  readonly defaultDelayMs: number | undefined;
}

const defaultDelaysMs: Readonly<Record<string, number>> = {
  delay: 1_000,
  slow_first_byte: 5_000,
  stalled_body: 60_000,
  timeout: 120_000,
};

const effects: readonly (readonly [name: string, effect: Effect])[] = [
  ['delay', { kind: 'wait' }],
  ['hold', { kind: 'hold' }],
  ...Object.entries(senders).map(([name, send]) => [name, { kind: 'transport', send }] as const),
  ...Object.entries(faultAnswers).map(([name, answer]) => [name, { kind: 'answer', answer }] as const),
  ...listQuirks.map((quirk) => [quirk, { kind: 'list', quirk }] as const),
  ...badCursorModes.map((mode) => [`bad_cursor_${mode}`, { kind: 'cursor', mode }] as const),
];

export const allFaults: ReadonlyMap<string, Fault> = new Map(
  effects.map(([name, effect]) => [name, { name, effect, defaultDelayMs: defaultDelaysMs[name] }]),
);
