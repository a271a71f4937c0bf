import type { Env } from '../config/env';
import { NotConnected } from './failures';

interface SystemError extends Error {
  code?: string;
  syscall?: string;
  port?: number;
  address?: string;
}

/** The one line that an operator gets when the start fails for a reason outside the program. */
export function startFailure(error: unknown, env: Env): Error {
  const { code, syscall, port, message } = (error instanceof NotConnected ? error.cause : error) as SystemError;
  if (syscall === 'listen') {
    const variable = port === env.MANAGEMENT_PORT ? 'MANAGEMENT_PORT' : 'PORT';
    const reason = code === 'EADDRINUSE' ? 'is already in use by another program' : `cannot be listened on (${code})`;
    return new Error(`${variable} ${port} ${reason}`);
  }
  // The driver has no code for a connection that was taken and then cut.
  const reason = message === 'Connection terminated unexpectedly' ? 'the connection was cut' : code;
  if (reason !== code || isConnectionFailure(code)) {
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
