import { startSimulator } from './simulator';

const { env } = process;

async function main(): Promise<void> {
  const given = {
    seed: env.UPSTREAM_SIM_SEED,
    sessionToken: env.UPSTREAM_SIM_SESSION,
    publicUrl: env.UPSTREAM_SIM_PUBLIC_URL,
  };
  const simulator = await startSimulator({
    port: Number(env.UPSTREAM_SIM_PORT || 0),
    host: env.UPSTREAM_SIM_HOST || '127.0.0.1',
    // An empty variable counts as unset.
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)),
  });
  const stop = () => void simulator.close().then(() => process.exit(0));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop); // a forked simulator must not outlive its parent
  const ready = { listening: simulator.baseUrl };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  process.send?.(ready);
}

main().catch((error: Error) => {
  process.stderr.write(`The simulator could not start: ${error.message}\n`);
  process.exit(1);
});
