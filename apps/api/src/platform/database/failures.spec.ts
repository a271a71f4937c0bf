import type { Env } from '../config/env';
import { isUndone, startFailure } from './failures';

describe('a start that fails', () => {
  const env = { PORT: 3000, MANAGEMENT_PORT: 9464 } as Env;
  const failure = (message: string, more: object = {}) =>
    startFailure(Object.assign(new Error(message), more), env).message;

  it.each([
    [
      failure('connect ECONNREFUSED ::1:5432', { code: 'ECONNREFUSED' }),
      'cannot connect to the database (ECONNREFUSED)',
    ],
    [failure('Connection terminated unexpectedly'), 'cannot connect to the database (the connection was cut)'],
    [
      failure('the database system is starting up', { code: '57P03' }),
      'the database is not ready (the database system is starting up)',
    ],
    [failure('no such role', { code: '28000' }), 'the database refuses the connection (no such role)'],
  ])('for the database says: %s', (line, reason) => {
    expect(line).toBe(`DATABASE_URL: ${reason}`);
  });

  it('names the port that is taken, and passes on what it does not know', () => {
    const taken = { syscall: 'listen', code: 'EADDRINUSE', port: 9464 };
    expect(failure('x', taken)).toBe('MANAGEMENT_PORT 9464 is already in use by another program');
    expect(failure('something else')).toBe('something else');
  });
});

describe('what became of a statement that failed', () => {
  it.each([
    [{ code: '23505', severity: 'ERROR' }, true],
    [{ code: '57P01', severity: 'FATAL' }, false],
    // Said by a coordinator of its worker, which may have committed.
    [{ code: '08006', severity: 'ERROR' }, false],
    [{ code: '57P02', severity: 'ERROR' }, false],
    [{ code: 'ECONNRESET' }, false],
  ])('%j is known to be nothing: %p', (error, isKnown) => {
    expect(isUndone(error)).toBe(isKnown);
  });
});
