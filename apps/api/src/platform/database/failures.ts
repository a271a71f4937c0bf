import type { Env } from '../config/env';

/** The connection could not be made: nothing was sent. `cause` says why. */
export class NotConnected extends Error {
  constructor(cause: unknown) {
    super('the database is out of reach', { cause });
  }
}

/** The server did not answer in time. What became of the statement is unknown. */
export class DatabaseSilent extends Error {
  constructor() {
    super('the database did not answer in time');
  }
}

/** What the server calls failures that are told apart one by one. */
export const sqlStates = {
  uniqueViolation: '23505',
  /** Also of a row that no partition takes. */
  checkViolation: '23514',
  readOnlyTransaction: '25006',
  lockNotAvailable: '55P03',
} as const;

/** SQLSTATE of an error that the database reported of a statement, through the driver or TypeORM; '' of any other. */
export function sqlState(error: unknown): string {
  const code = error instanceof NotConnected ? '' : codeOf(error);
  // Every SQLSTATE has a digit; EPIPE has none.
  return code.length === 5 && /\d/.test(code) ? code : '';
}

/** Shutting down, crashed, starting, recovering (SQLSTATE 57P01 to 57P03), full (53300), silent, or a connection that was cut. */
export function isComingBack(error: unknown): boolean {
  return /^57P0[123]$|^53300$|^ECONNRESET$|^EPIPE$/.test(codeOf(error)) || isCut(error);
}

export function isRefused(error: unknown): boolean {
  return codeOf(error) === 'ECONNREFUSED';
}

/**
 * Whether the database could not do what was asked for a reason that passes: it is unreachable, full, busy, hangs, or has become
 * one that may not write. Nothing is wrong with what was asked, and the same may succeed later.
 */
export function isUnavailable(error: unknown): boolean {
  return (
    /^(08|53|57|58)...$|^25006$|^55P03$/.test(codeOf(error)) ||
    /^E(CONN|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)/.test(codeOf(error)) ||
    error instanceof NotConnected ||
    isCut(error)
  );
}

/**
 * Whether the server itself said that the statement came to nothing, and goes on: its outcome is known then. What the coordinator of
 * a cluster says of a worker that it has lost (08…, 57P…) is no such word: the worker may have done it.
 */
export function isUndone(error: unknown): boolean {
  const state = sqlState(error);
  return state !== '' && !/^08|^57P/.test(state) && (error as { severity?: unknown }).severity === 'ERROR';
}

/** The driver and its pool have no codes for these: a connection that was not there in time, or was cut. */
const late = /^timeout e|connection timeout$|did not answer in time$/;
const cut = /^Connection terminated|is not queryable$|runner already released/;

function isCut(error: unknown): boolean {
  const { message = '' } = reasonOf(error);
  return late.test(message) || cut.test(message);
}

function codeOf(error: unknown): string {
  const { code } = reasonOf(error);
  return typeof code === 'string' ? code : '';
}

/** The failure itself: why connecting failed, where that is what failed. */
function reasonOf(error: unknown): SystemError {
  return ((error instanceof NotConnected ? error.cause : error) ?? {}) as SystemError;
}

interface SystemError extends Error {
  code?: string;
  syscall?: string;
  port?: number;
  address?: string;
}

/** The one line that an operator gets when the start fails for a reason outside the program. */
export function startFailure(error: unknown, env: Env): Error {
  const { code, syscall, port, message } = reasonOf(error);
  if (syscall === 'listen') {
    const variable = port === env.MANAGEMENT_PORT ? 'MANAGEMENT_PORT' : 'PORT';
    const reason = code === 'EADDRINUSE' ? 'is already in use by another program' : `cannot be listened on (${code})`;
    return new Error(`${variable} ${port} ${reason}`);
  }
  if (isCut(error) || isConnectionFailure(code)) {
    const reason = late.test(message) ? 'no answer in time' : isCut(error) ? 'the connection was cut' : code;
    return new Error(`DATABASE_URL: cannot connect to the database (${reason})`);
  }
  if (/^57|^53300$|^55P03$|^25006$/.test(code ?? ''))
    return new Error(`DATABASE_URL: the database is not ready (${message})`);
  if (code && /^(28|3D)/.test(code)) return new Error(`DATABASE_URL: the database refuses the connection (${message})`);
  return error instanceof Error ? error : new Error(String(error));
}

function isConnectionFailure(code: string | undefined): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET'].includes(
    code ?? '',
  );
}
