import type { Env } from '../config/env';
import { isComingBack, isUndone, NotConnected, startFailure } from './failures';

describe('the message of a failed start', () => {
  const env = { PORT: 3000, MANAGEMENT_PORT: 9464 } as Env;
  const errorOf = (message: string, more: object = {}) => Object.assign(new Error(message), more);
  const failure = (message: string, more: object = {}) => startFailure(errorOf(message, more), env).message;

  it.each([
    [
      failure('connect ECONNREFUSED ::1:5432', { code: 'ECONNREFUSED' }),
      'cannot connect to the database (ECONNREFUSED)',
    ],
    [failure('Connection terminated unexpectedly'), 'cannot connect to the database (the connection was cut)'],
    [failure('timeout expired'), 'cannot connect to the database (timed out)'],
    [failure('timeout exceeded when trying to connect'), 'cannot connect to the database (timed out)'],
    [failure('Connection terminated due to connection timeout'), 'cannot connect to the database (timed out)'],
    [
      startFailure(new NotConnected(errorOf('timeout expired')), env).message,
      'cannot connect to the database (timed out)',
    ],
    [
      failure('the database system is starting up', { code: '57P03' }),
      'the database is not ready (the database system is starting up)',
    ],
    [failure('no such role', { code: '28000' }), 'the database refuses the connection (no such role)'],
  ])('names the variable and the reason: %s', (line, reason) => {
    expect(line).toBe(`DATABASE_URL: ${reason}`);
  });

  it('names host and port of the database, but not its password', () => {
    const DATABASE_URL = 'postgres://loupe:hunter2@db.example:5433/loupe';
    expect(startFailure(errorOf('x', { code: 'ENOTFOUND' }), { ...env, DATABASE_URL }).message).toBe(
      'DATABASE_URL: cannot connect to the database at db.example:5433 (ENOTFOUND)',
    );
  });

  it('names a port that is in use, and repeats the message of an unknown failure', () => {
    const taken = { syscall: 'listen', code: 'EADDRINUSE', port: 9464 };
    expect(failure('x', taken)).toBe(
      'MANAGEMENT_PORT 9464 is already in use by another program; set MANAGEMENT_PORT to a free one',
    );
    expect(failure('something else')).toBe('something else');
  });
});

describe('isUndone', () => {
  it.each([
    [{ code: '23505', severity: 'ERROR' }, true],
    [{ code: '57P01', severity: 'FATAL' }, false],
    // A coordinator reports this about a worker, which may have committed.
    [{ code: '08006', severity: 'ERROR' }, false],
    [{ code: '57P02', severity: 'ERROR' }, false],
    [{ code: 'ECONNRESET' }, false],
  ])('tells from the error %j whether the statement certainly had no effect: %p', (error, isKnown) => {
    expect(isUndone(error)).toBe(isKnown);
  });
});

describe('isComingBack', () => {
  it.each([
    ['timeout expired', undefined, true],
    ['timeout exceeded when trying to connect', undefined, true],
    ['Connection terminated unexpectedly', undefined, true],
    ['Connection terminated due to connection timeout', undefined, true],
    ['read ECONNRESET', 'ECONNRESET', true],
    ['the database system is starting up', '57P03', true],
    ['connect ECONNREFUSED ::1:5432', 'ECONNREFUSED', false],
    ['password authentication failed', '28P01', false],
  ])(
    'tells from "%s" (code %s), direct or as a cause, whether the database is coming back: %p',
    (message, code, isBack) => {
      const reason = Object.assign(new Error(message), code && { code });
      expect([isComingBack(reason), isComingBack(new NotConnected(reason))]).toEqual([isBack, isBack]);
    },
  );
});
