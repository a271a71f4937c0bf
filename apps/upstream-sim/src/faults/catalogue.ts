import type { Answer } from '../wire/answer';
import { BAD_CURSOR_MODES, type BadCursorMode, LIST_QUIRKS, type ListQuirk } from '../wire/paging';
import { FAULT_ANSWERS } from '../wire/refusals';
import { SENDERS, type Sender } from './senders';

export type Effect =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'transport'; readonly send: Sender }
  | { readonly kind: 'list'; readonly quirk: ListQuirk }
  | { readonly kind: 'cursor'; readonly mode: BadCursorMode }
  | { readonly kind: 'wait' };

export interface Fault {
  readonly name: string;
  readonly effect: Effect;
  /** The delay when the rule has none, only for faults that are about delays. */
  readonly defaultDelayMs: number | undefined;
}

const DEFAULT_DELAYS_MS: Readonly<Record<string, number>> = {
  delay: 1_000,
  slow_first_byte: 5_000,
  stalled_body: 60_000,
  timeout: 120_000,
};

const EFFECTS: readonly (readonly [name: string, effect: Effect])[] = [
  ['delay', { kind: 'wait' }],
  ...Object.entries(SENDERS).map(([name, send]) => [name, { kind: 'transport', send }] as const),
  ...Object.entries(FAULT_ANSWERS).map(([name, answer]) => [name, { kind: 'answer', answer }] as const),
  ...LIST_QUIRKS.map((quirk) => [quirk, { kind: 'list', quirk }] as const),
  ...BAD_CURSOR_MODES.map((mode) => [`bad_cursor_${mode}`, { kind: 'cursor', mode }] as const),
];

/** Every fault on demand; the README says what each does. */
export const FAULTS: ReadonlyMap<string, Fault> = new Map(
  EFFECTS.map(([name, effect]) => [name, { name, effect, defaultDelayMs: DEFAULT_DELAYS_MS[name] }]),
);
