import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { running } from './start-product';

/** Also cleans up after a set-up that failed. */
export default async function stopProduct(): Promise<void> {
  await running.browser?.close();
  if (running.product && running.product.exitCode === null) {
    const exit = once(running.product, 'exit');
    running.product.kill('SIGINT');
    await exit;
  }
  if (running.dataDirectory) rmSync(running.dataDirectory, { recursive: true, force: true });
}
