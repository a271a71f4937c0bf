import { startSimulator } from './simulator';

const setting = (name: string): string | undefined => process.env[name] || undefined;

function settings<K extends string>(variables: Readonly<Record<K, string>>): Partial<Record<K, string>> {
  const entries = Object.entries<string>(variables).map(([option, name]) => [option, setting(name)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

async function main(): Promise<void> {
  const simulator = await startSimulator({
    port: Number(setting('UPSTREAM_SIM_PORT') ?? 0),
    host: setting('UPSTREAM_SIM_HOST') ?? '127.0.0.1',
    ...settings({
      seed: 'UPSTREAM_SIM_SEED',
      sessionToken: 'UPSTREAM_SIM_SESSION',
      publicUrl: 'UPSTREAM_SIM_PUBLIC_URL',
    }),
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
