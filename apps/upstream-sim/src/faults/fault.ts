import type { ServerResponse } from 'node:http';
import type { Answer } from '../wire/answer';
import type { BadCursorMode, ListQuirk } from '../wire/paging';

/** A healthy answer, ready for the socket. */
export interface Prepared {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** Sends a healthy answer in an unhealthy way. */
export type Sender = (response: ServerResponse, prepared: Prepared, delayMs: number) => void;

/** What a fault does to a request. */
export type Effect =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'transport'; readonly send: Sender }
  | { readonly kind: 'list'; readonly quirk: ListQuirk }
  | { readonly kind: 'cursor'; readonly mode: BadCursorMode }
  | { readonly kind: 'wait' };

export interface Fault {
  readonly name: string;
  /** One line for the README. */
  readonly description: string;
  readonly effect: Effect;
  /** How long it waits when the rule does not say; only where waiting is the point. */
  readonly defaultDelayMs?: number;
}
