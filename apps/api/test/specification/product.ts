import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { makeDataDirectory } from '../support/data-directory';
import { Launched, readDemo } from '../support/launched';
import { loupe } from './caller';

/** Starts what `npm start` runs. @returns a function that stops it */
export async function startProduct(): Promise<() => Promise<void>> {
  const directory = makeDataDirectory('specification');
  const launched = new Launched({
    DATA_DIR: join(directory, 'data'),
    PORT: `${await freePort()}`,
    MANAGEMENT_PORT: `${await freePort()}`,
    RATE_LIMIT_PER_SECOND: '1000',
  });
  await launched.ready();
  const demo = readDemo(join(directory, 'data'));
  Object.assign(loupe, { baseUrl: demo.base_url, key: demo.api_key });
  return async () => {
    await launched.interrupt();
    rmSync(directory, { recursive: true, force: true });
  };
}
