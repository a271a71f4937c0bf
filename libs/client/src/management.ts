import { parse } from './call.ts';
import { type FollowOptions, follow } from './follow.ts';
import type {
  AccountEntryView,
  ChangeKeyBody,
  ChangeMonitorBody,
  CreateKeyBody,
  CreateMonitorBody,
  ManagedBalance,
  ManagedKey,
  ManagedUsage,
  MonitorRunView,
  MonitorView,
  NewManagedKey,
} from './generated/management.ts';
import { queryOf } from './loupe.ts';
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

const at = (kind: string, id: string): string => `${kind}/${encodeURIComponent(id)}`;

/** Manages the API keys and monitors of an account with a management token. Failed requests are sent again, with the same idempotency key. */
export class LoupeManagement {
  readonly #transport: Transport;

  constructor({ token, ...options }: ManagementOptions) {
    this.#transport = new Transport({ ...options, apiKey: token });
  }

  /** All keys of the account, active keys first. */
  keys(): AsyncGenerator<ManagedKey, undefined> {
    return this.#list('keys');
  }

  key(id: string): Promise<ManagedKey> {
    return this.#send('GET', at('keys', id));
  }

  /** Without limits in the request, the key has those of the token. */
  createKey(key: CreateKeyBody, options?: ChangeOptions): Promise<NewManagedKey> {
    return this.#send('POST', 'keys', key, options);
  }

  changeKey(id: string, changes: ChangeKeyBody, options?: ChangeOptions): Promise<ManagedKey> {
    return this.#send('PATCH', at('keys', id), changes, options);
  }

  /** Replaces a key. The old one works for `overlapSeconds`, at most seven days. */
  rotateKey(id: string, overlapSeconds: number, options?: ChangeOptions): Promise<NewManagedKey> {
    const body = { overlap_seconds: overlapSeconds };
    return this.#send('POST', `${at('keys', id)}/rotate`, body, options);
  }

  revokeKey(id: string, options?: ChangeOptions): Promise<void> {
    return this.#send('DELETE', at('keys', id), undefined, options);
  }

  usage(query?: UsageQuery): AsyncGenerator<ManagedUsage, undefined> {
    return this.#list('usage', query);
  }

  balance(): Promise<ManagedBalance> {
    return this.#send('GET', 'balance');
  }

  /** The audit entries until now, oldest first. */
  audit({ cursor, signal }: AuditOptions = {}): AsyncGenerator<AccountEntryView, undefined> {
    return this.#list('audit', { cursor }, signal);
  }

  /** Like {@link audit}, and then those that follow, until the signal aborts. No entry is left out. */
  follow(options: FollowOptions = {}): AsyncGenerator<AccountEntryView, undefined> {
    return follow((from) => this.audit(from), { everyMs: 5_000, ...options });
  }

  /** All monitors of the account, newest first. */
  monitors(): AsyncGenerator<MonitorView, undefined> {
    return this.#list('monitors');
  }

  monitor(id: string): Promise<MonitorView> {
    return this.#send('GET', at('monitors', id));
  }

  /** Its first run starts at once, and learns what is there. */
  createMonitor(monitor: CreateMonitorBody, options?: ChangeOptions): Promise<MonitorView> {
    return this.#send('POST', 'monitors', monitor, options);
  }

  /** `state` pauses or resumes it. */
  changeMonitor(id: string, changes: ChangeMonitorBody, options?: ChangeOptions): Promise<MonitorView> {
    return this.#send('PATCH', at('monitors', id), changes, options);
  }

  deleteMonitor(id: string, options?: ChangeOptions): Promise<void> {
    return this.#send('DELETE', at('monitors', id), undefined, options);
  }

  runMonitor(id: string, options?: ChangeOptions): Promise<MonitorView> {
    return this.#send('POST', `${at('monitors', id)}/run`, {}, options);
  }

  /** The latest runs, newest first: why it reported something, or did not. */
  monitorRuns(id: string): AsyncGenerator<MonitorRunView, undefined> {
    return this.#list(`${at('monitors', id)}/runs`);
  }

  async *#list<Item>(path: string, query: object = {}, signal?: AbortSignal): AsyncGenerator<Item, undefined> {
    for (let sent = query; ; ) {
      const { items, next_cursor: cursor } = await this.#send<{ items: Item[]; next_cursor: string | null }>(
        'GET',
        path + queryOf(sent as Record<string, unknown>),
        undefined,
        { signal } as ChangeOptions,
      );
      yield* items;
      if (cursor === null) return;
      sent = { ...query, cursor };
    }
  }

  async #send<Result>(method: string, path: string, body?: object, options: ChangeOptions = {}): Promise<Result> {
    const call = { operation: `manage ${method}`, path: `/manage/${path}`, method, ...options };
    const answer = await this.#transport.send(body ? { ...call, body: JSON.stringify(body) } : call);
    return (answer.bytes.length > 0 ? parse(answer) : undefined) as Result;
  }
}
