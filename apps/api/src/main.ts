import 'reflect-metadata';
import type { Logger } from 'pino';
import { EnvError, endWithinMs } from './platform/config/env';
import { stopServerOf } from './platform/database/embedded/embedded-postgres';
import { LOGGER } from './platform/observability/logger';
import { startServer } from './server';

/** `--cluster=<folder>`: the embedded database that this process must stop if the launcher is gone. */
const cluster = process.argv.find((argument) => argument.startsWith('--cluster='))?.slice('--cluster='.length);

async function main(): Promise<void> {
  const server = await startServer();
  const end = async (afterwards?: () => void) => {
    // A part that fails to close must not keep the process alive.
    setTimeout(() => process.exit(1), endWithinMs(server.env)).unref();
    await server.stop().catch(complain);
    afterwards?.();
    process.exit();
  };
  let isEnding = false;
  const endOrHurry = (signal: NodeJS.Signals) => {
    if (isEnding) {
      server.app.get<Logger>(LOGGER).warn({ signal }, 'received a second signal: exits at once');
      process.exit(1);
    }
    isEnding = true;
    void end();
  };
  process.on('SIGTERM', endOrHurry);
  if (process.send) {
    // The launcher started this process and ends it after Ctrl-C. If the launcher dies, this process ends too.
    process.on('SIGINT', () => undefined);
    const endAlone = () => end(() => cluster && stopServerOf(cluster));
    process.once('disconnect', endAlone);
    // Without a callback, a launcher that dies now would cause an unhandled error event.
    if (process.connected) process.send({ ready: true }, undefined, undefined, () => undefined);
    else await endAlone();
  } else {
    process.on('SIGINT', endOrHurry);
  }
}

function complain(error: Error): void {
  for (const line of error instanceof EnvError ? error.errors : [error.message])
    process.stderr.write(`loupe: ${line}\n`);
  process.exitCode = 1;
}

main().catch((error: Error) => {
  complain(error);
  process.exit();
});
