import { UpstreamClient } from '@loupe/upstream-client';
import type { INestApplication } from '@nestjs/common';

/** Gives the upstream client a circuit that knows of no failure, so that those of one test do not decide the next. */
export function closeCircuit(app: INestApplication): void {
  const client = app.get(UpstreamClient);
  Object.assign(client, { circuit: new (client.circuit.constructor as new () => unknown)() });
}

/** Holds the circuit open while `work` runs, as after many failures. */
export async function withOpenCircuit<T>(app: INestApplication, work: () => Promise<T>): Promise<T> {
  const { policy } = app.get(UpstreamClient).circuit as unknown as { policy: { isolate(): { dispose(): void } } };
  const isolation = policy.isolate();
  try {
    return await work();
  } finally {
    isolation.dispose();
  }
}
