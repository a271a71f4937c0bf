import { type DestinationStream, destination, type Logger, pino } from 'pino';
import type { Env } from '../config/env';

/** Injection token of the process's {@link Logger}. */
export const LOGGER = Symbol('LOGGER');

/**
 * JSON lines on standard output. Lines are gathered to 4 KiB before they are written, because one write a request would cost
 * more than the line; a second is the longest that one waits.
 */
export function createLogger(env: Pick<Env, 'LOG_LEVEL'>, stream?: DestinationStream): Logger {
  const output = stream ?? gatheringOutput();
  return pino(
    {
      level: env.LOG_LEVEL,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      // Belt and braces: nothing logs these, and if something ever does, they do not reach the log.
      redact: { paths: ['req.headers', 'headers', 'api_key', 'password', 'err.config', 'err.request'], remove: true },
    },
    output,
  );
}

function gatheringOutput(): DestinationStream {
  const output = destination({ dest: 1, minLength: 4_096, sync: false });
  setInterval(() => output.flush(), 1_000).unref();
  return output;
}
