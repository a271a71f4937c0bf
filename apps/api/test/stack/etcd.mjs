// The members of etcd, by which Patroni elects a primary. With three, any one may fail. Patroni uses etcd's older API:
// with the newer one, Patroni before 3.0.3 takes the leader key back after a long pause, and commits that the new
// primary has acknowledged are lost.
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { Part, probe } from '../harness/part.mjs';

export async function startEtcd(home, size) {
  const members = await Promise.all(
    Array.from({ length: size }, async (_, index) => ({
      name: `etcd-${index + 1}`,
      client: `127.0.0.1:${await freePort()}`,
      peer: `http://127.0.0.1:${await freePort()}`,
    })),
  );
  const cluster = members.map(({ name, peer }) => `${name}=${peer}`).join();
  const parts = members.map(({ name, client, peer }) => {
    const folder = home.of(name);
    const url = `http://${client}`;
    const args = [
      ...['--enable-v2', '--name', name, '--data-dir', `${folder}/data`, '--logger', 'zap'],
      ...['--listen-client-urls', url, '--advertise-client-urls', url],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', cluster],
      // Long intervals, so that a busy machine does not cause constant elections.
      ...['--heartbeat-interval', '200', '--election-timeout', '2000'],
    ];
    const isReady = async () => (await probe(`${url}/health`)).text.includes('"true"');
    return new Part({ name, folder, command: 'etcd', args, isReady });
  });
  await Promise.all(parts.map((part) => part.start()));
  return { parts, hosts: members.map(({ client }) => client) };
}
