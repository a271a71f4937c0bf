import { Client, type ClientConfig } from 'pg';
import { DatabaseSilent, sqlState, sqlStates } from './failures';

/** Database timeouts, in milliseconds. */
export const deadlines = {
  connectMs: 2_000,
  /** How long a caller waits for a read of the ledger, which may have to wait for a connection or for the batch in progress. */
  callerMs: 3_000,
  /** The server cancels a statement after this, and the connection stays usable. */
  statementMs: 2_500,
  /** The same for a batch of charges: if its result was lost, it can be looked up before its callers time out. */
  chargeMs: 1_500,
  /** If the server does not cancel within this time, the connection is cut. */
  graceMs: 500,
  idleTransactionMs: 10_000,
} as const;

/** Timeout for statements that no caller waits for, such as migrations and reconciliation. */
export const longStatementMs = 1_800_000;

/** A client whose statements always end: the server cancels slow statements, or else the connection is cut. */
export class BoundedClient extends Client {
  private statementMs: number;
  private readonly idleMs: number;

  constructor(config: ClientConfig) {
    const { statement_timeout: statementMs, ...others } = config;
    super({ keepAlive: true, connectionTimeoutMillis: deadlines.connectMs, ...others });
    this.statementMs = statementMs || deadlines.statementMs;
    this.idleMs = Math.max(this.statementMs, deadlines.idleTransactionMs);
    // While neither the pool nor TypeORM listens, an error without a listener would end the process.
    this.on('error', () => undefined);
  }

  /** Sets the server's timeouts. Done after connecting, because a pooler refuses them as start-up parameters. */
  async setBounds(statementMs = this.statementMs): Promise<void> {
    await (this as Client).query(
      `SET statement_timeout = ${Math.trunc(statementMs)}; SET idle_in_transaction_session_timeout = ${this.idleMs}`,
    );
    this.statementMs = statementMs;
  }

  cut(error?: Error): void {
    this.connection.stream.destroy(error);
    this.end(() => undefined);
  }

  /** Runs work with a longer statement timeout on both sides. */
  async allow<T>(statementMs: number, work: () => Promise<T>): Promise<T> {
    const usualMs = this.statementMs;
    await this.setBounds(statementMs);
    return work().finally(() => this.setBounds(usualMs).catch(() => this.cut()));
  }

  override query(...parameters: never[]): never {
    const result: unknown = Reflect.apply(super.query, this, parameters);
    if (result instanceof Promise) {
      const silence = setTimeout(() => this.cut(new DatabaseSilent()), this.statementMs + deadlines.graceMs);
      const heard = () => clearTimeout(silence);
      result.then(heard, (error) => {
        heard();
        // A read-only session stays read-only after a failover. Only a new session may find a writable server.
        if (sqlState(error) === sqlStates.readOnlyTransaction) this.cut();
      });
    }
    return result as never;
  }
}
