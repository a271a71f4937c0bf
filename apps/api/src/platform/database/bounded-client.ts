import { Client, type ClientConfig } from 'pg';
import { DatabaseSilent, sqlState, sqlStates } from './failures';

/** How long a database may take. Nobody who asks Loupe something waits longer than three seconds for a statement. */
export const deadlines = {
  /** To be connected, or to get one of the pool's connections when all are in use. */
  connectMs: 2_000,
  /** The server gives a statement up after this, and the connection goes on. */
  statementMs: 2_500,
  /** A server that does not even give up is taken for gone so much later, and its connection is cut. */
  graceMs: 500,
  /** A transaction left idle ends: it may hold what others wait for. */
  idleTransactionMs: 10_000,
} as const;

/** The same for statements that nobody waits for: migrations, counting, closing days, checking the books. */
export const longStatementMs = 1_800_000;

/**
 * A connection on which no caller waits for ever. The server gives up a statement that takes too long; a server that does not
 * even do that is cut off, so that no other caller gets the silent connection.
 */
export class BoundedClient extends Client {
  private statementMs: number;
  private readonly idleMs: number;

  constructor(config: ClientConfig) {
    const { statement_timeout: statementMs, ...others } = config;
    super({ keepAlive: true, connectionTimeoutMillis: deadlines.connectMs, ...others });
    this.statementMs = statementMs || deadlines.statementMs;
    this.idleMs = Math.max(this.statementMs, deadlines.idleTransactionMs);
    // Between the pool's listener and that of TypeORM there is a moment without one, in which an end would end the process.
    this.on('error', () => undefined);
  }

  /** Tells the server, once connected. With the connection itself a pooler in between would refuse it. */
  async setBounds(statementMs = this.statementMs): Promise<void> {
    await (this as Client).query(
      `SET statement_timeout = ${Math.trunc(statementMs)}; SET idle_in_transaction_session_timeout = ${this.idleMs}`,
    );
    this.statementMs = statementMs;
  }

  /** Cuts the connection at once, without a word to a server that may not listen. No pool takes it back. */
  cut(error?: Error): void {
    this.connection.stream.destroy(error);
    this.end(() => undefined);
  }

  /** Does work whose statements may take so long, on both sides. */
  async allow<T>(statementMs: number, work: () => Promise<T>): Promise<T> {
    const usualMs = this.statementMs;
    await this.setBounds(statementMs);
    return work().finally(() => this.setBounds(usualMs).catch(() => this.cut()));
  }

  override query(...question: never[]): never {
    const answer: unknown = Reflect.apply(super.query, this, question);
    if (answer instanceof Promise) {
      const silence = setTimeout(() => this.cut(new DatabaseSilent()), this.statementMs + deadlines.graceMs);
      const heard = () => clearTimeout(silence);
      answer.then(heard, (error) => {
        heard();
        // Whether a session may write was settled when it began: only another one may find that it can again.
        if (sqlState(error) === sqlStates.readOnlyTransaction) this.cut();
      });
    }
    return answer as never;
  }
}
