/** How long a database may take. Nobody who asks Loupe something waits longer than three seconds for a statement. */
export const deadlines = {
  /** To be connected, or to get one of the pool's connections when all are in use. */
  connectMs: 2_000,
  /** The server gives a statement up after this, and the connection goes on. */
  statementMs: 2_500,
  /** A server that does not even give up is taken for gone so much later, and its connection is cut. */
  graceMs: 500,
  /** A transaction with which nobody goes on ends: it may hold what others wait for. */
  idleTransactionMs: 10_000,
} as const;

/** The same for statements that nobody waits for: migrations, counting, closing days, checking the books. */
export const unhurriedStatementMs = 1_800_000;
