import { sleep } from './abort.ts';
import { parse } from './call.ts';
import type {
  AccountEntryView,
  ChangeKeyBody,
  CreateKeyBody,
  ManagedBalance,
  ManagedKey,
  ManagedUsage,
  NewManagedKey,
} from './generated/management.ts';
import type { LoupeOptions } from './options.ts';
import { Transport } from './transport.ts';

export interface ManagementOptions extends Omit<LoupeOptions, 'apiKey' | 'maxCostUsd' | 'fault'> {
  /** Starts with `loupe_manage_`. */
  token: string;
}

export interface ChangeOptions {
  /** For ten minutes, the same value gets the first answer again, with the same key. By default each call has its own value. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export interface UsageQuery {
  /** First day (UTC), such as `2026-01-31`. Default: the period has 30 days. */
  from?: string;
  /** Last day. Default: today. */
  to?: string;
  group_by?: 'day' | 'key' | 'operation';
}

export interface AuditOptions {
  /** The id of the last entry that is known: only later ones follow. */
  cursor?: string;
  signal?: AbortSignal;
}

type Query = Record<string, string | undefined>;

/** Manages the API keys of an account with a management token. Failed requests are sent again, with the same idempotency key. */
export class LoupeManagement {
  readonly #transport: Transport;

  constructor({ token, ...options }: ManagementOptions) {
    this.#transport = new Transport({ ...options, apiKey: token });
  }

  /** All keys of the account, active keys first. */
  keys(): AsyncGenerator<ManagedKey, undefined> {
    return this.#list('keys', {});
  }

  key(id: string): Promise<ManagedKey> {
    return this.#send('GET', `keys/${encodeURIComponent(id)}`);
  }

  /** Without limits in the request, the key has those of the token. */
  createKey(key: CreateKeyBody, options?: ChangeOptions): Promise<NewManagedKey> {
    return this.#send('POST', 'keys', key, options);
  }

  changeKey(id: string, changes: ChangeKeyBody, options?: ChangeOptions): Promise<ManagedKey> {
    return this.#send('PATCH', `keys/${encodeURIComponent(id)}`, changes, options);
  }

  /** Replaces a key. The old one works for `overlapSeconds`, at most seven days. */
  rotateKey(id: string, overlapSeconds: number, options?: ChangeOptions): Promise<NewManagedKey> {
    const body = { overlap_seconds: overlapSeconds };
    return this.#send('POST', `keys/${encodeURIComponent(id)}/rotate`, body, options);
  }

  revokeKey(id: string, options?: ChangeOptions): Promise<void> {
    return this.#send('DELETE', `keys/${encodeURIComponent(id)}`, undefined, options);
  }

  usage(query: UsageQuery = {}): AsyncGenerator<ManagedUsage, undefined> {
    return this.#list('usage', { ...query });
  }

  balance(): Promise<ManagedBalance> {
    return this.#send('GET', 'balance');
  }

  /** The audit entries until now, oldest first. */
  audit({ cursor, signal }: AuditOptions = {}): AsyncGenerator<AccountEntryView, undefined> {
    return this.#list('audit', { cursor }, signal);
  }

  /** Like {@link audit}, and then those that follow, until the signal aborts. No entry is left out. */
  async *follow({ cursor, signal, everyMs = 5_000 }: AuditOptions & { everyMs?: number } = {}) {
    for (let last = cursor; ; await sleep(everyMs, signal))
      for await (const entry of this.audit({ ...(last && { cursor: last }), ...(signal && { signal }) })) {
        last = entry.id;
        yield entry;
      }
  }

  async *#list<Item>(path: string, query: Query, signal?: AbortSignal): AsyncGenerator<Item, undefined> {
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    for (let search = new URLSearchParams(given); ; ) {
      const { items, next_cursor: next } = await this.#send<{ items: Item[]; next_cursor: string | null }>(
        'GET',
        `${path}?${search}`,
        undefined,
        signal && { signal },
      );
      yield* items;
      if (next === null) return;
      search.set('cursor', next);
    }
  }

  async #send<Result>(method: string, path: string, body?: object, options: ChangeOptions = {}): Promise<Result> {
    const call = { operation: `manage ${method}`, path: `/manage/${path}`, method, ...options };
    const answer = await this.#transport.send(body ? { ...call, body: JSON.stringify(body) } : call);
    return (answer.bytes.length > 0 ? parse(answer) : undefined) as Result;
  }
}
