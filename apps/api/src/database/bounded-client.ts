import { Client, type ClientConfig } from 'pg';
import { deadlines } from './deadlines';
import { DatabaseSilent } from './failures';

/**
 * A connection on which nobody waits for ever. The server gives up a statement that takes too long; a server that does not
 * even do that is cut off, so that nobody else gets the connection, which would be as silent to them.
 */
export class BoundedClient extends Client {
  private statementMs: number;

  constructor(config: ClientConfig) {
    const statementMs = config.statement_timeout || deadlines.statementMs;
    super({
      keepAlive: true,
      connectionTimeoutMillis: deadlines.connectMs,
      idle_in_transaction_session_timeout: Math.max(statementMs, deadlines.idleTransactionMs),
      ...config,
      statement_timeout: statementMs,
    });
    this.statementMs = statementMs;
  }

  /** Cuts the connection at once, without a word to a server that may not listen. */
  cut(error?: Error): void {
    this.connection.stream.destroy(error);
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
      answer.then(heard, heard);
    }
    return answer as never;
  }

  private async setStatementMs(statementMs: number): Promise<void> {
    await (this as Client).query(`SET statement_timeout = ${Math.trunc(statementMs)}`);
    this.statementMs = statementMs;
  }
}
