import { Client } from 'pg';
import type { Env } from '../config/env';

/** Connecting failed, so nothing was sent. See `cause`. */
export class NotConnected extends Error {
  constructor(cause: unknown) {
    super('the database is out of reach', { cause });
  }
}

/** The server did not respond in time. The outcome of the statement is unknown. */
export class DatabaseSilent extends Error {
  constructor() {
    super('the database did not respond in time');
  }
}

export const sqlStates = {
  uniqueViolation: '23505',
  /** Also for a row that fits no partition. */
  checkViolation: '23514',
  readOnlyTransaction: '25006',
  lockNotAvailable: '55P03',
} as const;

/** The SQLSTATE of an error, from the driver or TypeORM; '' for errors that are not the server's. */
export function sqlState(error: unknown): string {
  const code = error instanceof NotConnected ? '' : codeOf(error);
  // Unlike EPIPE, an SQLSTATE has a digit.
  return code.length === 5 && /\d/.test(code) ? code : '';
}

/** Whether the server is stopping, crashed, starting, recovering (57P01 to 57P03), full (53300), silent or gone. */
export function isComingBack(error: unknown): boolean {
  return /^57P0[123]$|^53300$|^ECONNRESET$|^EPIPE$/.test(codeOf(error)) || isCut(error);
}

export function isRefused(error: unknown): boolean {
  return codeOf(error) === 'ECONNREFUSED';
}

/** Whether the database failed temporarily: unreachable, full, busy, hanging or read-only. */
export function isUnavailable(error: unknown): boolean {
  return (
    /^(08|53|57|58)...$|^25006$|^55P03$/.test(codeOf(error)) || error instanceof NotConnected || isOutOfReach(error)
  );
}

/** Whether the failure looks like an outage: no connection, no response, or a server that stops, starts or recovers. */
export function isOutOfReach(error: unknown): boolean {
  const code = codeOf(error);
  return /^E(CONN|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)|^57P0[123]$/.test(code) || isCut(error);
}

/** The reason of an outage in one line. */
export function outageReason(error: unknown): string {
  const { code, message } = reasonOf(error);
  if (isCut(error)) return late.test(message) ? 'timed out' : 'the connection was cut';
  return sqlState(reasonOf(error)) || !code ? message : code;
}

/** Whether the statement certainly had no effect. If a coordinator reports a lost worker, the outcome is unknown. */
export function isUndone(error: unknown): boolean {
  const state = sqlState(error);
  return state !== '' && !/^08|^57P/.test(state) && (error as { severity?: unknown }).severity === 'ERROR';
}

/** Messages of errors for which the driver and its pool have no codes. */
const late = /^timeout e|connection timeout$|did not respond in time$/;
const cut = /^Connection terminated|is not queryable$|runner already released/;

function isCut(error: unknown): boolean {
  const { message = '' } = reasonOf(error);
  return late.test(message) || cut.test(message);
}

function codeOf(error: unknown): string {
  const { code } = reasonOf(error);
  return typeof code === 'string' ? code : '';
}

function reasonOf(error: unknown): SystemError {
  return ((error instanceof NotConnected ? error.cause : error) ?? {}) as SystemError;
}

interface SystemError extends Error {
  code?: string;
  syscall?: string;
  port?: number;
  address?: string;
}

/** One line for the operator when the start fails for an external reason. */
export function startFailure(error: unknown, env: Env): Error {
  const { code, syscall, port, message } = reasonOf(error);
  if (syscall === 'listen')
    return new Error(listenFailure(port === env.MANAGEMENT_PORT ? 'MANAGEMENT_PORT' : 'PORT', env, code));
  if (isCut(error) || isConnectionFailure(code)) {
    const place = env.DATABASE_URL ? ` at ${databaseAddress(env.DATABASE_URL)}` : '';
    return new Error(`DATABASE_URL: cannot connect to the database${place} (${outageReason(error)})`);
  }
  if (/^57|^53300$|^55P03$|^25006$/.test(code ?? ''))
    return new Error(`DATABASE_URL: the database is not ready (${message})`);
  if (code && /^(28|3D)/.test(code)) return new Error(`DATABASE_URL: the database refuses the connection (${message})`);
  return error instanceof Error ? error : new Error(String(error));
}

/** Host and port as the driver reads them. The host of a Unix socket is its folder. */
export function databaseAddress(url: string): string {
  const { host, port } = new Client({ connectionString: url });
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Why a port cannot be listened on, with the variable to change. */
export function listenFailure(
  variable: 'PORT' | 'MANAGEMENT_PORT',
  env: Partial<Env>,
  code: string | undefined,
): string {
  const hostVariable = variable === 'PORT' ? 'HOST' : 'MANAGEMENT_HOST';
  const port = `${variable} ${env[variable]}`;
  const host = `${hostVariable} ${env[hostVariable]}`;
  switch (code) {
    case 'EADDRINUSE':
      return `${port} is already in use by another program; set ${variable} to a free one`;
    case 'EADDRNOTAVAIL':
      return `${host} is not an address of this machine; 0.0.0.0 stands for all of them`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is neither an IP address nor a name that this machine can resolve (${code})`;
    default:
      return `${port} cannot be listened on at ${host} (${code}); set ${variable} to a free one`;
  }
}

function isConnectionFailure(code: string | undefined): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET'].includes(
    code ?? '',
  );
}
