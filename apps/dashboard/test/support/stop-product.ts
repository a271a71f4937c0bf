import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { running } from './start-product';

/** Ends what the set-up started, as Ctrl-C would, and removes its data; also after a set-up that failed half-way. */
export default async function stopProduct(): Promise<void> {
  await running.browser?.close();
  if (running.product && running.product.exitCode === null) {
    const exit = once(running.product, 'exit');
    running.product.kill('SIGINT');
    await exit;
  }
  if (running.dataDirectory) rmSync(running.dataDirectory, { recursive: true, force: true });
}
