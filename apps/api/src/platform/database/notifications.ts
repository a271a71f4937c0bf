import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { Connection } from './connection';
import type { Db } from './db';
import { isOutOfReach } from './failures';

type Handler = (payload: string) => void;
type CheckHandler = (failure?: unknown) => void;

const retryMs = 500;
/** How often to check that the connection is alive: a server that vanished stays silent. */
const heartbeatMs = 10_000;

/** A connection for LISTEN. Notifications are lost while the connection is down, so listeners also use `onReconnect`. */
export class Notifications {
  private readonly connection: Connection;
  private readonly handlers = new Map<string, Handler[]>();
  private readonly reconnectHandlers: (() => void)[] = [];
  private readonly checkHandlers: CheckHandler[] = [];
  private hasListened = false;
  private stopped = false;
  private pause = new AbortController();

  constructor(url: string) {
    this.connection = new Connection(url, {
      name: 'loupe-listen',
      prepare: (client) => this.listen(client),
      onLost: () => this.pause.abort(),
    });
  }

  /** Registers a handler. Call before {@link start}. `channel` must be a constant. */
  on(channel: string, handler: Handler): void {
    this.handlers.set(channel, [...(this.handlers.get(channel) ?? []), handler]);
  }

  onReconnect(handler: () => void): void {
    this.reconnectHandlers.push(handler);
  }

  /** Registers a handler for the result of each check: `failure` is undefined when the database responds. */
  onCheck(handler: CheckHandler): void {
    this.checkHandlers.push(handler);
  }

  /** Whether the database responds on this connection, even with a refusal. Never throws. */
  async check(): Promise<boolean> {
    try {
      await this.connection.query('SELECT');
      for (const handler of this.checkHandlers) handler();
    } catch (error) {
      if (!isOutOfReach(error)) return true;
      for (const handler of this.checkHandlers) handler(error);
      return false;
    }
    return true;
  }

  async send(db: Db, channel: string, payload = ''): Promise<void> {
    await db.query('SELECT pg_notify($1, $2)', [channel, payload]);
  }

  /** Listens, and reconnects after later outages. @throws {NotConnected} when the database is unreachable now */
  async start(): Promise<void> {
    await this.connection.query('SELECT');
    void this.reconnectLoop();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.pause.abort();
    await this.connection.close();
  }

  /** The only place that reconnects, one attempt at a time, so there is never a second listener. */
  private async reconnectLoop(): Promise<void> {
    while (!this.stopped) {
      this.pause = new AbortController();
      const { signal } = this.pause;
      await sleep(this.connection.isUp ? heartbeatMs : retryMs, undefined, { ref: false, signal }).catch(
        () => undefined,
      );
      if (!signal.aborted) await this.check();
    }
  }

  private async listen(client: Client): Promise<void> {
    client.on('notification', ({ channel, payload }) => {
      for (const handler of this.handlers.get(channel) ?? []) handler(payload ?? '');
    });
    for (const channel of this.handlers.keys()) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    if (this.hasListened) for (const handler of this.reconnectHandlers) handler();
    this.hasListened = true;
  }
}
