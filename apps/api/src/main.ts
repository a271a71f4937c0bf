import 'reflect-metadata';
import { stopServerOf } from './platform/database/embedded/embedded-postgres';
import { startServer } from './server';

/** `--cluster=<folder>`: the embedded database to take along when the launcher that started both of us is gone. */
const cluster = process.argv.find((argument) => argument.startsWith('--cluster='))?.slice('--cluster='.length);

/** Longer than all that is waited for in order: requests under way, charges, jobs. */
const endMs = 28_000;

async function main(): Promise<void> {
  const server = await startServer();
  const end = async (afterwards?: () => void) => {
    // What cannot be closed must not keep the rest from ending, and nothing the process.
    setTimeout(() => process.exit(1), endMs).unref();
    await server.stop().catch(complain);
    afterwards?.();
    process.exit();
  };
  process.once('SIGTERM', () => end());
  if (process.send) {
    // Started by the launcher: it passes Ctrl-C on in its own time, and when it dies we end as well.
    process.on('SIGINT', () => undefined);
    const endAlone = () => end(() => cluster && stopServerOf(cluster));
    process.once('disconnect', endAlone);
    // Without a callback, a launcher that dies right now would be an error of the process, which nobody listens for.
    if (process.connected) process.send({ ready: true }, undefined, undefined, () => undefined);
    else await endAlone();
  } else {
    process.once('SIGINT', () => end());
  }
}

function complain(error: Error): void {
  process.stderr.write(`loupe: ${error.message}\n`);
  process.exitCode = 1;
}

main().catch((error: Error) => {
  complain(error);
  process.exit();
});
