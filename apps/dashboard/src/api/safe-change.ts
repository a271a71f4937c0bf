import type { QueryKey } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { client, dataOf } from './client';
import { isExplained, isLost, NotDone } from './problem-error';
import { queryClient, useChange } from './query-client';
import { randomUuid } from './random-uuid';
import { sessionQuery } from './session';

/** The server remembers a change for ten minutes. */
const rememberedMs = 590_000;
const pauseMs = 2_000;

/** A change that was sent and whose answer has not been seen. A reload keeps it, another user does not see it. */
interface Intent {
  readonly idempotencyKey: string;
  readonly sentAt: number;
  readonly body: unknown;
  /** What the form held. */
  readonly values?: unknown;
  readonly isAnswered?: boolean;
}

const prefix = 'change ';
const placeOf = (name: string) => `${prefix}${queryClient.getQueryData(sessionQuery.queryKey)?.user.id} ${name}`;

const forget = (name: string) => sessionStorage.removeItem(placeOf(name));
const keep = (name: string, intent: Intent) => sessionStorage.setItem(placeOf(name), JSON.stringify(intent));

function find(name: string): Intent | undefined {
  const intent: Intent | null = JSON.parse(sessionStorage.getItem(placeOf(name)) ?? 'null');
  if (!intent?.isAnswered || !isOld(intent)) return intent ?? undefined;
  forget(name);
  return undefined;
}

const isOld = ({ sentAt }: Intent): boolean => Date.now() - sentAt > rememberedMs;

export function forgetChanges(): void {
  for (const place of Object.keys(sessionStorage)) if (place.startsWith(prefix)) sessionStorage.removeItem(place);
}

export interface IdempotencyHeader {
  readonly 'Idempotency-Key': string;
}

interface Watch {
  /** Told while the server is asked what became of a change. */
  readonly onLost: () => void;
  /** Whether somebody still waits for the result. */
  readonly isAwaited: () => boolean;
  readonly values?: unknown;
  readonly showsOnce?: boolean;
}

const unwatched: Watch = { onLost: () => undefined, isAwaited: () => true };

/**
 * Sends a change under an idempotency key, which is kept until the answer is known. If the response is lost, asks the server what
 * became of the change. What has not arrived by then never happens, so that it can be sent under a new key.
 * @param name of the change within this user. While one with this name has no answer, it is asked for, and nothing is sent
 * @throws {NotDone} if the change was not made, or if nobody knows; {ProblemError} if the server refuses it
 */
export async function sendOnce<Result, Body>(
  name: string,
  body: Body,
  send: (body: Body, header: IdempotencyHeader) => Promise<Result>,
  { onLost, isAwaited, values, showsOnce = false }: Watch = unwatched,
): Promise<Result> {
  const known = find(name);
  const intent = known ?? { idempotencyKey: randomUuid(), sentAt: Date.now(), body, values };
  const perform = () => send(intent.body as Body, { 'Idempotency-Key': intent.idempotencyKey });
  const forgetIt = () => find(name)?.idempotencyKey === intent.idempotencyKey && forget(name);
  const end = (result: Result): Result => {
    if (showsOnce) keep(name, { ...intent, isAnswered: true });
    else if (isAwaited()) forgetIt();
    return result;
  };
  keep(name, intent);
  const first = known ? undefined : await attempt(perform);
  if (first && 'result' in first) return end(first.result);
  if (first && !isLost(first.error)) {
    forgetIt();
    throw first.error;
  }
  onLost();
  const { state, answer } = await outcomeOf(intent, isAwaited);
  if (state === 'done' && answer !== undefined) return end(answer as Result);
  // The process ended before it made the answer. The same request makes it.
  if (state === 'done') return end(await perform());
  forgetIt();
  if (first && isExplained(first.error)) throw first.error;
  throw isOld(intent)
    ? new NotDone('We do not know whether it worked', 'Look at what this page shows before you send it once more.')
    : new NotDone('It did not happen', 'Nothing was changed. Send again.');
}

type Attempt<Result> = { readonly result: Result } | { readonly error: unknown };

const attempt = <Result>(send: () => Promise<Result>): Promise<Attempt<Result>> =>
  send().then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );

async function outcomeOf({ idempotencyKey }: Intent, isAwaited: () => boolean) {
  const params = { path: { idempotency_key: idempotencyKey }, query: { settle: 'true' as const } };
  for (;;) {
    const asked = await attempt(() => dataOf(client.GET('/dashboard/api/answers/{idempotency_key}', { params })));
    if ('result' in asked) return asked.result;
    if (!isLost(asked.error) || !isAwaited()) throw asked.error;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** What a dialog must know of a change that can be sent again without harm. */
export interface SafeChange {
  readonly isAsking: boolean;
  readonly isNotDone: boolean;
  /** Whether the response was lost, and the answer was asked for. */
  readonly wasLost: () => boolean;
  /** What the form held when the change was sent, if its answer is not known. */
  readonly keptValues: () => unknown;
  readonly keepValues: (values: unknown) => void;
  /** Ends a change whose answer has been seen. One without an answer is kept. */
  readonly end: () => void;
}

interface Options {
  readonly waits?: boolean;
  /** The answer is shown once: it is kept until {@link SafeChange.end}. */
  readonly showsOnce?: boolean;
}

/** Like {@link useChange}, for a route that takes an idempotency key. */
export function useSafeChange<Result, Body = void>(
  name: string,
  queryKey: QueryKey,
  send: (body: Body, header: IdempotencyHeader) => Promise<Result>,
  { showsOnce = false, ...options }: Options = {},
) {
  const run = useRef({ count: 0, pending: 0, wasLost: false, values: undefined as unknown });
  const [isAsking, setAsking] = useState(false);
  const perform = async (body: Body): Promise<Result> => {
    const count = ++run.current.count;
    const isAwaited = () => run.current.count === count;
    const onLost = () => {
      run.current.wasLost = true;
      if (isAwaited()) setAsking(true);
    };
    run.current.wasLost = false;
    run.current.pending += 1;
    try {
      return await sendOnce(name, body, send, { onLost, isAwaited, values: run.current.values, showsOnce });
    } finally {
      run.current.pending -= 1;
      if (isAwaited()) setAsking(false);
    }
  };
  const change = useChange(queryKey, perform, options);
  const safe: SafeChange = {
    isAsking,
    isNotDone: change.error instanceof NotDone,
    wasLost: () => run.current.wasLost,
    keptValues: () => {
      const intent = find(name);
      return intent && (intent.values ?? {});
    },
    keepValues: (values) => {
      run.current.values = values;
    },
    end: () => {
      run.current.count += 1;
      setAsking(false);
      if (run.current.pending > 0) return;
      const intent = find(name);
      forget(name);
      if (intent?.isAnswered) void acknowledge(intent.idempotencyKey);
    },
  };
  return { ...change, ...safe };
}

const acknowledge = (idempotencyKey: string) =>
  client
    .DELETE('/dashboard/api/answers/{idempotency_key}', {
      params: { path: { idempotency_key: idempotencyKey } },
    })
    .catch(() => undefined);
