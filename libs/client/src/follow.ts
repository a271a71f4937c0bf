import { sleep } from './abort.ts';
import type { MonitorEvent } from './generated/types.ts';
import type { Loupe } from './loupe.ts';
import type { Id } from './options.ts';

export interface FollowOptions {
  /** The id of the last item that is known: only later ones follow. */
  cursor?: string | undefined;
  signal?: AbortSignal | undefined;
  /** The pause after the last item. */
  everyMs?: number;
}

/** @internal */
export async function* follow<Item extends { id: string }>(
  list: (from: { cursor?: string; signal?: AbortSignal }) => AsyncIterable<Item>,
  { cursor, signal, everyMs }: FollowOptions & { everyMs: number },
): AsyncGenerator<Item, undefined> {
  for (let last = cursor; ; await sleep(everyMs, signal))
    for await (const item of list({ cursor: last, signal } as object)) {
      last = item.id;
      yield item;
    }
}

/** The events of a monitor, oldest first, and then those that follow, until the signal aborts. No event is left out. */
export const followEvents = (
  loupe: Loupe,
  monitorId: Id,
  options: FollowOptions = {},
): AsyncGenerator<MonitorEvent, undefined> =>
  follow((from) => loupe.monitors.events(monitorId, from), { everyMs: 60_000, ...options });
