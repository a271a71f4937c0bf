import { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database';
import { createLogger } from './logger';

describe('an error in the log', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    ({ dataSource } = database);
  });
  afterAll(() => database.drop());

  function logOf(error: unknown): { line: string; err: Record<string, unknown> } {
    const lines: string[] = [];
    createLogger({ LOG_LEVEL: 'info' }, { write: (line) => void lines.push(line) }).error({ err: error }, 'it failed');
    expect(lines).toHaveLength(1);
    return { line: lines[0]!, err: JSON.parse(lines[0]!).err };
  }

  const failureOf = (sql: string, values: unknown[]) =>
    dataSource.query(sql, values).then(
      () => undefined,
      (error: unknown) => error,
    );

  it.each([
    ['23505', `INSERT INTO users (email, role, password_hash) VALUES ($1, 'support', $2), ($1, 'support', $2)`],
    ['23502', 'INSERT INTO users (email, role, password_hash) VALUES ($1, NULL, $2)'],
    ['23514', `INSERT INTO users (email, role, password_hash) VALUES ($1, 'nobody', $2)`],
    ['22P02', 'SELECT $1::text, $2::text::bigint'],
    ['22007', 'SELECT $1::text, $2::text::date'],
    ['42703', 'SELECT nothing, $1::text, $2::text'],
  ])('logs a failed statement (%s) with its SQLSTATE and without its values', async (code, sql) => {
    const { line, err } = logOf(await failureOf(sql, ['secret@example.com', '$argon2id$"secret"']));
    expect(err).toMatchObject({ type: 'QueryFailedError', code, message: expect.stringMatching(/\w{4}/) });
    expect(Object.keys(err)).toEqual(['type', 'message', 'stack', 'code']);
    expect(line).not.toContain('secret');
  });

  it('logs the type, message, stack, cause and code of an error, and no other member', () => {
    const cause = Object.assign(new RangeError('why'), { code: 'EWHY', command: { args: ['secret'] } });
    const { line, err } = logOf(Object.assign(new Error('what', { cause }), { config: { headers: 'secret' } }));
    expect(err).toMatchObject({ type: 'Error', message: 'what', stack: expect.stringContaining(__filename) });
    expect(err.cause).toMatchObject({ type: 'RangeError', message: 'why', code: 'EWHY' });
    expect(line).not.toContain('secret');
  });

  it.each(['a text', undefined, null, 7])('logs a line for the thrown value %p, which is no error', (thrown) => {
    expect(logOf(thrown).line).toContain(String(thrown ?? ''));
  });
});
