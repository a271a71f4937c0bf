import { setTimeout as sleep } from 'node:timers/promises';
import { Command, Redis } from 'ioredis';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { TestRedis } from './redis';

const slots = 16_384;

export interface ClusterNode {
  server: TestRedis;
  client: Redis;
  id: string;
  busPort: number;
  /** `host:port`, to which other nodes redirect. */
  address: string;
}

/** A separate Redis or Valkey cluster: any number of primaries that share the slots evenly, without replicas. */
export class TestCluster {
  private constructor(readonly nodes: readonly ClusterNode[]) {}

  static async start(size: number): Promise<TestCluster> {
    const cluster = new TestCluster(await Promise.all(Array.from({ length: size }, startNode)));
    const { server, busPort } = cluster.nodes[0]!;
    for (const { client } of cluster.nodes.slice(1)) {
      await client.call('CLUSTER', 'MEET', '127.0.0.1', `${server.port}`, `${busPort}`);
    }
    return cluster;
  }

  /** Until this is called, no node serves any key. */
  async assignSlots(): Promise<this> {
    const size = this.nodes.length;
    const from = (index: number) => Math.floor((index * slots) / size);
    for (const [index, { client }] of this.nodes.entries()) {
      await client.call('CLUSTER', 'ADDSLOTSRANGE', `${from(index)}`, `${from(index + 1) - 1}`);
    }
    for (const { client } of this.nodes) while (!(await servesAll(client))) await sleep(20);
    return this;
  }

  /** One node: clients discover the others through it. */
  get url(): string {
    return this.nodes[0]!.server.url;
  }

  async stop(): Promise<void> {
    for (const { client } of this.nodes) client.disconnect();
    await Promise.all(this.nodes.map(({ server }) => server.stop()));
  }
}

export function slotOfKey(keyId: number): number {
  return new Command('get', [`{${keyId}}`]).getSlot();
}

/** The lowest key id of each slot, ordered by slot. */
export function keyIdsOfAllSlots(): number[] {
  const found = new Map<number, number>();
  for (let keyId = 1; found.size < slots; keyId++) {
    const slot = slotOfKey(keyId);
    if (!found.has(slot)) found.set(slot, keyId);
  }
  return [...found].sort(([left], [right]) => left - right).map(([, keyId]) => keyId);
}

async function startNode(): Promise<ClusterNode> {
  // By default, the bus port is the port plus 10,000. That number may be out of range or in use.
  const busPort = await freePort();
  const own = ['--cluster-enabled', 'yes', '--cluster-port', `${busPort}`];
  const server = await TestRedis.start(...own, '--cluster-require-full-coverage', 'no');
  const client = new Redis(server.url);
  client.on('error', () => undefined);
  const id = String(await client.call('CLUSTER', 'MYID'));
  return { server, client, id, busPort, address: `127.0.0.1:${server.port}` };
}

async function servesAll(client: Redis): Promise<boolean> {
  const info = String(await client.call('CLUSTER', 'INFO'));
  return info.includes('cluster_state:ok') && info.includes(`cluster_slots_ok:${slots}`);
}
