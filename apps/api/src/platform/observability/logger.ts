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
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      // Belt and braces: nothing logs these, and if something ever does, they do not reach the log.
      redact: { paths: ['req.headers', 'headers', 'api_key', 'password', 'err.config', 'err.request'], remove: true },
    },
    stream ?? new LogOutput(),
  );
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
