import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { RunningProduct } from './start-product';

/** Ends what {@link startProduct} started, as Ctrl-C would, and removes its data. */
export default async function stopProduct(): Promise<void> {
  const { product } = globalThis as { product?: RunningProduct };
  if (!product) return;
  if (product.process.exitCode === null) {
    product.process.kill('SIGINT');
    await once(product.process, 'exit');
  }
  rmSync(product.dataDirectory, { recursive: true, force: true });
}
