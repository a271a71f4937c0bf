// Redis as a cluster of three primaries, each with a replica that takes over.
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { until } from '../harness/part.mjs';
import { startRedis } from '../harness/parts.mjs';
import { Redis } from '../harness/product.mjs';

const slots = 16_384;

export class RedisCluster {
  static async start(home, primaries = 3) {
    const cluster = new RedisCluster();
    cluster.parts = await Promise.all(
      Array.from({ length: 2 * primaries }, (_, index) => startNode(home, `redis-${index + 1}`)),
    );
    await cluster.#join(primaries);
    return cluster;
  }

  get url() {
    return this.parts[0].url;
  }

  async #join(primaries) {
    const clients = this.parts.map(({ port }) => new Redis({ port, lazyConnect: true }));
    try {
      for (const client of clients) await client.connect();
      for (const { port, busPort } of this.parts.slice(1)) {
        await clients[0].call('CLUSTER', 'MEET', '127.0.0.1', `${port}`, `${busPort}`);
      }
      const from = (index) => Math.floor((index * slots) / primaries);
      for (let index = 0; index < primaries; index++) {
        await clients[index].call('CLUSTER', 'ADDSLOTSRANGE', `${from(index)}`, `${from(index + 1) - 1}`);
      }
      const ids = await Promise.all(clients.map((client) => client.call('CLUSTER', 'MYID')));
      await until('the Redis nodes to know each other', async () => {
        const known = await Promise.all(clients.map((client) => client.call('CLUSTER', 'NODES')));
        return known.every((text) => ids.every((id) => text.includes(id)));
      });
      for (const [index, client] of clients.entries()) {
        if (index >= primaries) await client.call('CLUSTER', 'REPLICATE', ids[index - primaries]);
      }
      await until('the Redis cluster to serve', async () => {
        const infos = await Promise.all(clients.map((client) => client.call('CLUSTER', 'INFO')));
        return infos.every((info) => info.includes('cluster_state:ok'));
      });
    } finally {
      for (const client of clients) client.disconnect();
    }
  }
}

async function startNode(home, name) {
  const busPort = await freePort();
  const settings = {
    'cluster-enabled': 'yes',
    'cluster-port': busPort,
    'cluster-node-timeout': 2_000,
    // With `yes`, one dead node would stop the whole cluster.
    'cluster-require-full-coverage': 'no',
  };
  return Object.assign(await startRedis(home, name, settings), { busPort });
}
