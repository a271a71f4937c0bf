import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { permanent } from '../installation.mjs';

/** The Linux capability to bind ports below 1024. */
const netBindService = 1n << 10n;

export const starting = [
  [
    'A checkout that only its owner can read starts with one command, even on a slow disk.',
    async (loupe) => {
      await loupe.compose(['up', '--build', '--detach', '--wait']);
      await loupe.trustProxy();
      assert.equal((await loupe.call('/system/health')).status, 200);
    },
  ],
  [
    'The same command, run again, makes the same image and replaces no container.',
    async (loupe) => {
      const images = async () => (await loupe.compose(['images', '--quiet'])).split('\n').sort();
      const before = [await loupe.containers(), await images()];
      await loupe.compose(['up', '--build', '--detach', '--wait']);
      assert.deepEqual([await loupe.containers(), await images()], before);
      assert.deepEqual(Object.keys(before[0]).sort(), permanent);
    },
  ],
  [
    'Only the proxy has a capability, no process can gain another, and the root file system is read-only.',
    async (loupe) => {
      for (const service of permanent) {
        const status = readFileSync(`/proc/${await loupe.pidOf(service)}/status`, 'utf8');
        const capabilities = BigInt(`0x${/CapEff:\s*(\w+)/.exec(status)[1]}`);
        assert.equal(capabilities, service === 'proxy' ? netBindService : 0n, service);
        assert.match(status, /NoNewPrivs:\s*1/, service);
        await assert.rejects(loupe.compose(['exec', '-T', service, 'touch', '/written']), /Read-only file system/);
      }
    },
  ],
  [
    'Metrics and probes are not reachable through the proxy.',
    async (loupe) => {
      for (const path of ['/metrics', '/readyz', '/livez']) assert.equal((await loupe.call(path)).status, 404, path);
    },
  ],
];
