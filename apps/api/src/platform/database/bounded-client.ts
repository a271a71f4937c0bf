import { Client, type ClientConfig } from 'pg';
import { deadlines } from './deadlines';
import { DatabaseSilent, sqlState } from './failures';

const readOnly = '25006';

/**
 * A connection on which nobody waits for ever. The server gives up a statement that takes too long; a server that does not
 * even do that is cut off, so that nobody else gets the connection, which would be as silent to them.
 */
export class BoundedClient extends Client {
  private statementMs: number;

  constructor(config: ClientConfig) {
    const { statement_timeout: statementMs, ...others } = config;
    super({ keepAlive: true, connectionTimeoutMillis: deadlines.connectMs, ...others });
    this.statementMs = statementMs || deadlines.statementMs;
    // Between the pool's listener and that of TypeORM there is a moment without one, in which an end would end the process.
    this.on('error', () => undefined);
  }

  /** Tells the server, once connected. Not with the connection itself, where a pooler in between would refuse them. */
  async setBounds(): Promise<void> {
    const idleMs = Math.max(this.statementMs, deadlines.idleTransactionMs);
    await (this as Client).query(
      `SET statement_timeout = ${this.statementMs}; SET idle_in_transaction_session_timeout = ${idleMs}`,
    );
  }

  /** Cuts the connection at once, without a word to a server that may not listen. No pool takes it back. */
  cut(error?: Error): void {
    this.connection.stream.destroy(error);
    this.end(() => undefined);
  }

  /** Does work whose statements may take so long, on both sides. */
  async allow<T>(statementMs: number, work: () => Promise<T>): Promise<T> {
    const usualMs = this.statementMs;
    await this.setStatementMs(statementMs);
    return work().finally(() => this.setStatementMs(usualMs).catch(() => this.cut()));
  }

  override query(...question: never[]): never {
    const answer: unknown = Reflect.apply(super.query, this, question);
    if (answer instanceof Promise) {
      const silence = setTimeout(() => this.cut(new DatabaseSilent()), this.statementMs + deadlines.graceMs);
      const heard = () => clearTimeout(silence);
      answer.then(heard, (error) => {
        heard();
        // Whether a session may write was settled when it began: only another one may find that it can again.
        if (sqlState(error) === readOnly) this.cut();
      });
    }
    return answer as never;
  }

  private async setStatementMs(statementMs: number): Promise<void> {
    await (this as Client).query(`SET statement_timeout = ${Math.trunc(statementMs)}`);
    this.statementMs = statementMs;
  }
}
