import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { permanent, runningVersion } from '../installation.mjs';

/** The Linux capability to bind ports below 1024. */
const netBindService = 1n << 10n;

export const starting = [
  [
    'The files of a release start an installation without a checkout and the internet, even on a slow disk.',
    async (loupe) => {
      await loupe.unpack();
      await loupe.compose(['up', '--detach', '--wait']);
      await loupe.trustProxy();
      const { version, commit } = loupe.releases;
      assert.deepEqual(await runningVersion(loupe), [version, commit.slice(0, 12)]);
    },
  ],
  [
    'The same command, run again, replaces no container, and LOUPE_IMAGE names another image.',
    async (loupe) => {
      const before = await loupe.containers();
      await loupe.compose(['up', '--detach', '--wait']);
      assert.deepEqual(await loupe.containers(), before);
      assert.deepEqual(Object.keys(before).sort(), permanent);
      loupe.configure((text) => `${text}LOUPE_IMAGE=registry.example.com/loupe:1\n`);
      assert.doesNotMatch(await loupe.compose(['config']), /build:|pull_policy/);
      const images = (await loupe.compose(['config', '--images'])).split('\n');
      assert.equal(images.filter((name) => name === 'registry.example.com/loupe:1').length, 3);
      loupe.configure((text) => text.replace(/^LOUPE_IMAGE=.*\n/m, ''));
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
