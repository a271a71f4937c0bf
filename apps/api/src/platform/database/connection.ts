import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { BoundedClient } from './bounded-client';
import { NotConnected, sqlState } from './failures';

const closeMs = 500;

interface Options {
  /** The connection's name in pg_stat_activity. */
  readonly name: string;
  readonly prepare?: (client: Client) => Promise<void>;
  readonly onLost?: () => void;
  readonly statementMs?: number;
}

/** A single connection outside the pool, opened on demand. It retries no statement. */
export class Connection {
  private client: BoundedClient | undefined;
  private opening: Promise<BoundedClient> | undefined;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly options: Options,
  ) {}

  get isUp(): boolean {
    return this.client !== undefined;
  }

  /**
   * Runs a statement and returns rows as arrays. A statement with a `name` is planned once per connection.
   * @throws {NotConnected} when nothing was sent; after another error without an SQLSTATE the outcome is unknown
   */
  async query(text: string, values: unknown[] = [], name?: string): Promise<unknown[][]> {
    const client: Client = await this.open();
    try {
      const { rows } = await client.query<unknown[][]>({ text, values, rowMode: 'array', ...(name && { name }) });
      return rows;
    } catch (error) {
      // An error without an SQLSTATE means that the server is gone, so no other statement must use this connection.
      if (sqlState(error) === '' && client === this.client) this.lose();
      throw error;
    }
  }

  cut(): void {
    this.client?.cut();
    this.client = undefined;
  }

  async close(): Promise<void> {
    this.closed = true;
    const client = this.client;
    this.client = undefined;
    if (!client) return;
    // Ends the session, but does not wait for a silent server.
    await Promise.race([client.end().catch(() => undefined), sleep(closeMs, undefined, { ref: false })]);
    client.cut();
  }

  async open(): Promise<BoundedClient> {
    if (this.client) return this.client;
    this.opening ??= this.connect().finally(() => {
      this.opening = undefined;
    });
    return this.opening;
  }

  private lose(): void {
    this.cut();
    this.options.onLost?.();
  }

  private async connect(): Promise<BoundedClient> {
    const { name, statementMs } = this.options;
    const client = new BoundedClient({
      connectionString: this.url,
      application_name: name,
      ...(statementMs && { statement_timeout: statementMs }),
    });
    client.on('error', () => undefined);
    client.on('end', () => {
      if (this.client === client) this.lose();
    });
    try {
      if (this.closed) throw new Error('the connection was closed');
      await client.connect();
      await client.setBounds();
      await this.options.prepare?.(client);
      if (this.closed) throw new Error('the connection was closed');
      this.client = client;
      return client;
    } catch (error) {
      client.cut();
      throw new NotConnected(error);
    }
  }
}
