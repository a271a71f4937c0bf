import { startSimulator } from './simulator';

/** An empty variable counts as one that is not set. */
const setting = (name: string): string | undefined => process.env[name] || undefined;

async function main(): Promise<void> {
  const seed = setting('UPSTREAM_SIM_SEED');
  const sessionToken = setting('UPSTREAM_SIM_SESSION');
  const simulator = await startSimulator({
    port: Number(setting('UPSTREAM_SIM_PORT') ?? 0),
    host: setting('UPSTREAM_SIM_HOST') ?? '127.0.0.1',
    ...(seed === undefined ? {} : { seed }),
    ...(sessionToken === undefined ? {} : { sessionToken }),
  });
  const stop = () => void simulator.close().then(() => process.exit(0));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop); // a forked simulator does not outlive its parent
  const ready = { listening: simulator.baseUrl };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  process.send?.(ready);
}

main().catch((error: Error) => {
  process.stderr.write(`The simulator could not start: ${error.message}\n`);
  process.exit(1);
});
