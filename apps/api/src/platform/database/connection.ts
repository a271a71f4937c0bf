import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { BoundedClient } from './bounded-client';
import { NotConnected, sqlState } from './failures';

const goodbyeMs = 500;

interface Options {
  /** How the database lists the connection. */
  readonly name: string;
  /** Runs on every new connection before anything else. */
  readonly prepare?: (client: Client) => Promise<void>;
  readonly onLost?: () => void;
  /** How long a statement may take, when not as long as everywhere. */
  readonly statementMs?: number;
}

/**
 * One connection to PostgreSQL beside the pool, made when it is needed and made again when it was lost. All who ask
 * while it is being made wait for the same attempt, so there are never two, and nothing here repeats anything by itself.
 */
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
   * Runs a statement and gives its rows as arrays; one that has a `name` is planned once per connection.
   * @throws {NotConnected} when nothing was sent; after any other error without an SQLSTATE the outcome is open.
   */
  async query(text: string, values: unknown[] = [], name?: string): Promise<unknown[][]> {
    const client: Client = await this.open();
    try {
      const { rows } = await client.query<unknown[][]>({ text, values, rowMode: 'array', ...(name && { name }) });
      return rows;
    } catch (error) {
      // What the server did not say itself says that it is gone: no other statement is to find that out.
      if (sqlState(error) === '' && client === this.client) this.lose();
      throw error;
    }
  }

  /** Cuts the connection; the next statement makes a new one. */
  cut(): void {
    this.client?.cut();
    this.client = undefined;
  }

  async close(): Promise<void> {
    this.closed = true;
    const client = this.client;
    this.client = undefined;
    if (!client) return;
    // A server that listens is told goodbye; one that does not is not waited for.
    await Promise.race([client.end().catch(() => undefined), sleep(goodbyeMs, undefined, { ref: false })]);
    client.cut();
  }

  /** Makes the connection when there is none. @throws {NotConnected} */
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
