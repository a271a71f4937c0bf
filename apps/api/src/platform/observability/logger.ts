import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Env } from '../config/env';
import { LogOutput } from './log-output';

export const LOGGER = Symbol('LOGGER');

/** JSON lines on standard output. */
export function createLogger(env: Pick<Env, 'LOG_LEVEL'>, stream?: DestinationStream): Logger {
  return pino(
    {
      level: env.LOG_LEVEL,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      // Belt and braces: nothing logs these, and if something ever does, they do not reach the log.
      redact: { paths: ['req.headers', 'headers', 'api_key', 'password'], remove: true },
    },
    stream ?? new LogOutput(),
  );
}

/**
 * What the log says of an error, and no more: errors of the database and of Redis carry the values of the statement, those
 * of HTTP clients the request.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name: type, message: text, stack = '', cause, code } = error as NodeJS.ErrnoException;
  const message = withoutValues(text, code);
  return {
    type,
    message,
    stack: stack.replace(text, () => message),
    ...(typeof code === 'string' && { code }),
    ...(cause instanceof Error && { cause: describeError(cause) }),
  };
}

/** In the SQLSTATE class "data exception" messages quote the value that they complain about, in the server's language. */
function withoutValues(message: string, code: string | undefined): string {
  return /^22[0-9A-Z]{3}$/.test(code ?? '') ? message.replace(/[:"'„“”«»‘’].*$/s, '…') : message;
}

/** Nest's own messages in our log; its start-up chatter only at debug. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.logger.debug({ nest: rest.at(-1) }, String(message));
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.logger.warn({ nest: rest.at(-1) }, String(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    // A failed start is reported in one line by main.ts.
    if (rest.at(-1) === 'ExceptionHandler') return;
    this.logger.error({ nest: rest }, String(message));
  }
}
