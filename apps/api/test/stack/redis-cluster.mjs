// Redis as a cluster of three primaries, each with a replica that takes over.
import { createRequire } from 'node:module';
import { Part, until } from './part.mjs';

const { Redis } = createRequire(import.meta.url)('ioredis');
const slots = 16_384;

export class RedisCluster {
  static async start(directory, primaries = 3) {
    const cluster = new RedisCluster();
    cluster.parts = await Promise.all(
      Array.from({ length: 2 * primaries }, (_, index) => startNode(directory, `redis-${index + 1}`)),
    );
    await cluster.#join(primaries);
    return cluster;
  }

  get url() {
    return `redis://127.0.0.1:${this.parts[0].port}`;
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

async function startNode(directory, name) {
  const [port, busPort] = [await directory.port(), await directory.port()];
  const folder = directory.folder(name);
  const settings = {
    bind: '127.0.0.1',
    port,
    dir: folder,
    save: '',
    appendonly: 'no',
    'cluster-enabled': 'yes',
    'cluster-port': busPort,
    'cluster-node-timeout': 2_000,
    // With `yes`, one dead node would stop the whole cluster.
    'cluster-require-full-coverage': 'no',
  };
  const args = Object.entries(settings).flatMap(([setting, value]) => [`--${setting}`, `${value}`]);
  const isReady = () => answersPing(port);
  const part = new Part({ name, folder, port, busPort, command: 'redis-server', args, isReady });
  return part.start();
}

async function answersPing(port) {
  const client = new Redis({
    port,
    lazyConnect: true,
    retryStrategy: null,
    connectTimeout: 1_000,
    commandTimeout: 1_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}
