import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

const connectTimeoutMs = 2_000;

/** The connection could not be made: nothing was sent. */
export class NotConnected extends Error {}

/**
 * The one connection that a process charges through, made again when it is lost.
 *
 * Its fence is an advisory lock that the server holds for the connection's whole life. A new connection takes it before
 * anything else, and thereby waits until the old one has ended in the server too: a batch whose answer was lost has by then
 * been committed or undone for good, and looking it up tells the truth.
 */
export class ChargeConnection {
  private readonly fence = randomBytes(8).readBigInt64BE().toString();
  private client: Client | undefined;

  /** @param statementTimeoutMs a statement that takes longer counts as lost: its outcome is looked up. */
  constructor(
    private readonly url: string,
    private readonly statementTimeoutMs = 5_000,
  ) {}

  /**
   * Runs a statement and gives its rows as arrays; one that has a `name` is planned once per connection.
   * @throws {NotConnected} when nothing was sent; any other error without an SQLSTATE of class 22 or 23 leaves the outcome open.
   */
  async query(text: string, values: unknown[], name?: string): Promise<unknown[][]> {
    this.client ??= await this.connect();
    const { rows } = await this.client.query({ text, values, rowMode: 'array', ...(name && { name }) });
    return rows;
  }

  /** Cuts the connection; the next statement makes a new one. */
  cut(): void {
    const client = this.client;
    this.client = undefined;
    client?.end().catch(() => undefined);
  }

  async close(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }

  private async connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'loupe-charges',
      keepAlive: true,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: this.statementTimeoutMs,
    });
    client.on('error', () => undefined);
    client.on('end', () => {
      if (this.client === client) this.client = undefined;
    });
    try {
      await client.connect();
      await this.prepare(client);
      return client;
    } catch (error) {
      client.end().catch(() => undefined);
      throw new NotConnected('the database is out of reach', { cause: error });
    }
  }

  private async prepare(client: Client): Promise<void> {
    // Plans are kept for the life of the connection: one made while the tables were small must still do when they are not.
    await client.query('SET enable_seqscan = off; SET jit = off');
    // An answer leaves only once its charge is on disk, whatever this database does by default.
    await client.query(
      `SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`,
    );
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks
       WHERE locktype = 'advisory' AND objsubid = 1 AND (classid::bigint << 32 | objid::bigint) = $1 AND pid <> pg_backend_pid()`,
      [this.fence],
    );
    await client.query('SELECT pg_advisory_lock($1)', [this.fence]);
  }
}
