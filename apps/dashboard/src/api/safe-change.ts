import type { QueryKey } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { client, dataOf } from './client';
import { isConflict, isExplained, isLost, NotDone } from './problem-error';
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
  /** Whether an earlier attempt is known to have changed nothing. */
  readonly isNotDone?: boolean;
  readonly values?: unknown;
  readonly showsOnce?: boolean;
}

const unwatched: Watch = { onLost: () => undefined, isAwaited: () => true, isNotDone: true };

/**
 * Sends a change under an idempotency key, which is kept until the answer is known. If the response is lost, asks the server what
 * became of the change.
 * @param name of the change within this user; of two changes with one name, the second waits for the first
 * @throws {NotDone} if the change was not made, or if nobody knows; {ProblemError} if the server refuses it
 */
export async function sendOnce<Result>(
  name: string,
  send: (header: IdempotencyHeader) => Promise<Result>,
  { onLost, isAwaited, isNotDone = false, values, showsOnce = false }: Watch = unwatched,
): Promise<Result> {
  const known = find(name);
  const intent: Intent = {
    idempotencyKey: known?.idempotencyKey ?? randomUuid(),
    sentAt: known && !isNotDone ? known.sentAt : Date.now(),
    values,
  };
  const end = (result: Result): Result => {
    if (showsOnce) keep(name, { ...intent, isAnswered: true });
    else if (isAwaited()) forget(name);
    return result;
  };
  keep(name, intent);
  const isAsked = known !== undefined && !isNotDone;
  const first = isAsked ? undefined : await attempt(() => send({ 'Idempotency-Key': intent.idempotencyKey }));
  if (first && 'result' in first) return end(first.result);
  // A refused correction of a lost attempt: the attempt may have arrived since.
  const isRefused = first !== undefined && !isLost(first.error);
  if (isRefused && !(isNotDone && isConflict(first.error))) {
    if (known === undefined) forget(name);
    throw first.error;
  }
  onLost();
  const { state, answer } = await outcomeOf(intent, isAwaited);
  if (state === 'done' && answer !== undefined) return end(answer as Result);
  // The process ended before it made the answer. The same request makes it.
  if (state === 'done') return end(await send({ 'Idempotency-Key': intent.idempotencyKey }));
  if (first && (isRefused || isExplained(first.error))) throw first.error;
  if (!isOld(intent)) throw new NotDone('It did not happen', 'Nothing was changed. Send again.');
  forget(name);
  throw new NotDone('We do not know whether it worked', 'Look at what this page shows before you send it once more.');
}

type Attempt<Result> = { readonly result: Result } | { readonly error: unknown };

const attempt = <Result>(send: () => Promise<Result>): Promise<Attempt<Result>> =>
  send().then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );

async function outcomeOf({ idempotencyKey }: Intent, isAwaited: () => boolean) {
  const params = { path: { idempotency_key: idempotencyKey } };
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
  const run = useRef({ count: 0, wasLost: false, isNotDone: false, values: undefined as unknown });
  const [isAsking, setAsking] = useState(false);
  const perform = async (body: Body): Promise<Result> => {
    const count = ++run.current.count;
    const isAwaited = () => run.current.count === count;
    const onLost = () => {
      run.current.wasLost = true;
      if (isAwaited()) setAsking(true);
    };
    run.current.wasLost = false;
    const { isNotDone, values } = run.current;
    run.current.isNotDone = false;
    const watch = { onLost, isAwaited, isNotDone, values, showsOnce };
    try {
      return await sendOnce(name, (header) => send(body, header), watch);
    } catch (error) {
      if (isAwaited()) run.current.isNotDone = true;
      throw error;
    } finally {
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
      run.current = { ...run.current, count: run.current.count + 1, isNotDone: false };
      setAsking(false);
      if (change.isPending) return;
      const { idempotencyKey } = find(name) ?? {};
      forget(name);
      if (showsOnce && change.isSuccess && idempotencyKey) void acknowledge(idempotencyKey);
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
