import 'reflect-metadata';
import { stopServerOf } from './database/embedded/embedded-postgres';
import { startServer } from './server';

/** `--cluster=<folder>`: the embedded database to take along when the launcher that started both of us is gone. */
const cluster = process.argv.find((argument) => argument.startsWith('--cluster='))?.slice('--cluster='.length);

async function main(): Promise<void> {
  const server = await startServer();
  const end = async () => {
    await server.stop();
    process.exit(0);
  };
  process.once('SIGTERM', end);
  if (process.send) {
    // Started by the launcher: it passes Ctrl-C on in its own time, and when it dies we end as well.
    process.on('SIGINT', () => undefined);
    process.once('disconnect', async () => {
      await server.stop();
      if (cluster) stopServerOf(cluster);
      process.exit(0);
    });
    process.send({ ready: true });
  } else {
    process.once('SIGINT', end);
  }
}

main().catch((error: Error) => {
  process.stderr.write(`loupe: ${error.message}\n`);
  process.exit(1);
});
