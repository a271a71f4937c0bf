import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Env } from '../config/env';
import { LogOutput } from './log-output';

export const LOGGER = Symbol('LOGGER');

export function createLogger(env: Pick<Env, 'LOG_LEVEL'>, stream?: DestinationStream): Logger {
  return pino(
    {
      level: env.LOG_LEVEL,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      // A safety net: nothing logs these on purpose.
      redact: { paths: ['req.headers', 'headers', 'authorization', 'api_key', 'password'], remove: true },
    },
    stream ?? new LogOutput(),
  );
}

/** Restricts the logged members of an error: errors of database, Redis and HTTP clients contain values and requests. */
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

/** Messages of SQLSTATE class 22 quote the offending value, in the server's language. */
function withoutValues(message: string, code: string | undefined): string {
  return /^22[0-9A-Z]{3}$/.test(code ?? '') ? message.replace(/[:"'„“”«»‘’].*$/s, '…') : message;
}

export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.logger.debug({ nest: rest.at(-1) }, String(message));
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.logger.warn({ nest: rest.at(-1) }, String(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    // main.ts reports a failed start in one line.
    if (rest.at(-1) === 'ExceptionHandler') return;
    this.logger.error({ nest: rest }, String(message));
  }
}
