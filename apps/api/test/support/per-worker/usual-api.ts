import { startTestApi, type TestApi } from '../test-api';
import { ends } from './ends';

let usual: Promise<TestApi> | undefined;

/**
 * The API that all test files of a worker share, to save its start. A test that uses it creates its own tenants, counts
 * no whole tables, changes no services, needs no configuration, starts no other process on the same database (each
 * process would get only a share of a key's rate), and waits for no periodic job, because fake timers in another file
 * may end the jobs.
 */
export async function usualTestApi(): Promise<TestApi> {
  usual ??= start();
  const api = await usual;
  const stop = async () => {
    await api.simulator.clearFaults();
    await api.simulator.undoChanges();
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
