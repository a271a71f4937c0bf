import { startTestApi, type TestApi } from '../test-api';
import { ends } from './ends';

let usual: Promise<TestApi> | undefined;

/**
 * The API that the files of a worker share, which saves each two seconds. Its users create their own tenants, and neither count
 * whole tables, nor change services, nor need configuration.
 */
export async function usualTestApi(): Promise<TestApi> {
  usual ??= start();
  const api = await usual;
  const stop = async () => {
    await api.simulator.clearFaults();
    await api.simulator.release();
    await api.simulator.forget();
  };
  return { ...api, stop };
}

async function start(): Promise<TestApi> {
  const api = await startTestApi({ TRUSTED_PROXIES: '127.0.0.1' });
  ends.push(() => api.stop());
  return api;
}
