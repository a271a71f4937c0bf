// Starts haproxy as an operator would: one in front of PostgreSQL, and one in front of the API.
import { join } from 'node:path';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { Part, probe } from '../harness/part.mjs';
import { deployed } from './programs.mjs';

/** Routes to the node that Patroni calls primary; connections to a former primary are cut. */
export function startDatabaseProxy(home, nodes) {
  const addresses = nodes.flatMap(({ port, restUrl }, index) => [
    [`POSTGRES_${index + 1}`, `127.0.0.1:${port}`],
    [`PATRONI_${index + 1}_PORT`, new URL(restUrl).port],
  ]);
  return startProxy(home, 'database-proxy', 'haproxy-postgresql.cfg', Object.fromEntries(addresses));
}

/** Routes to ready processes, and to live ones when none is ready. */
export function startApiProxy(home, processes) {
  const addresses = processes.flatMap(({ port, managementPort }, index) => [
    [`API_${index + 1}`, `127.0.0.1:${port}`],
    [`MANAGEMENT_${index + 1}_PORT`, `${managementPort}`],
  ]);
  return startProxy(home, 'api-proxy', 'haproxy-api.cfg', Object.fromEntries(addresses));
}

async function startProxy(home, name, file, addresses) {
  const [port, statisticsPort] = [await freePort(), await freePort()];
  const env = {
    ...process.env,
    ...addresses,
    LISTEN: `127.0.0.1:${port}`,
    STATISTICS_LISTEN: `127.0.0.1:${statisticsPort}`,
  };
  const args = ['-db', '-f', join(deployed, file)];
  const folder = home.of(name);
  return new HaProxy({ name, folder, port, statisticsPort, env, command: 'haproxy', args }).start();
}

class HaProxy extends Part {
  isReady = async () => (await this.#statistics()).status === 200;

  async up(backend) {
    const { text } = await this.#statistics();
    const rows = text.split('\n').map((line) => line.split(','));
    const column = rows[0].indexOf('status');
    return rows
      .filter(([group, name]) => group === backend && name !== 'BACKEND' && name !== 'FRONTEND')
      .filter((row) => row[column]?.startsWith('UP'))
      .map(([, name]) => name);
  }

  #statistics() {
    return probe(`http://127.0.0.1:${this.statisticsPort}/;csv`);
  }
}
