// Charged requests against bare relays: CPU time, requests per second, and what the ways of asking cost. Sections of `npm run bench`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Comparison } from './harness/comparison.mjs';
import { bareRequests, keyedRequests, profileRequests } from './harness/connection.mjs';
import { baseline, peers, startLoupe, startLoupeWithout, withRunning } from './harness/peers.mjs';

/**
 * Every peer that is started by `near` and `far`, over bodies of so many KB. Those that are near are started several times: figures of one
 * build differ from process to process. Others are so far off that once will do. `where` ends the titles.
 */
export async function comparePeers(platform, near, far, { sizes, starts, where = '', ...rounds }) {
  const { apiKeys } = platform;
  const requests = new Map(sizes.map((size) => [`${size} KB${where}`, profileRequests(size, apiKeys)]));
  requests.set(`5 KB with few headers${where}`, bareRequests(5, apiKeys));
  const comparisons = new Map([...requests.keys()].map((title) => [title, new Comparison(title)]));
  for (let start = 0; start < starts; start++) {
    await withRunning(start === 0 ? [...near, ...far] : near, platform, async (running) => {
      for (const [title, request] of requests) {
        const contestants = running.map((peer) => ({ name: peer.name, peer, request }));
        await comparisons.get(title).measure(contestants, rounds);
      }
    });
  }
  return sections([...comparisons.values()], 'Loupe');
}

/**
 * The product beside itself without the charge, and without key and rate. With 32 connections, whoever waits for a commit leaves the
 * core idle; with 128, it is busy all the time, and requests per second say what the parts cost.
 */
export function measureRequestParts(platform, rounds) {
  const without = ['charge', 'key'].map((part) => () => startLoupeWithout(part, platform));
  return withRunning([peers.Loupe, ...without], platform, async (running) => {
    const request = profileRequests(5, platform.apiKeys);
    const all = [];
    for (const connections of [32, 128]) {
      const contestants = running.map((peer) => ({ name: peer.name, peer, request, connections }));
      all.push(await new Comparison(`5 KB in parts, ${connections} connections`).measure(contestants, rounds));
    }
    return sections(all, 'Loupe');
  });
}

/** What callers may ask for, and how many at once, beside the plain request. */
export function compareWaysOfAsking(platform, rounds) {
  const start = [peers[baseline], peers.Loupe, startWithSession];
  return withRunning(start, platform, async ([relay, loupe, withSession]) => {
    const { apiKeys } = platform;
    const gzip = { 'accept-encoding': 'gzip' };
    const plain = profileRequests(5, apiKeys);
    const ways = await new Comparison('5 KB').measure(
      [
        { name: 'plain', peer: loupe, request: plain },
        { name: 'with an idempotency key', peer: loupe, request: keyedRequests(5, apiKeys), isOtherWay: true },
        { name: 'gzip', peer: loupe, request: profileRequests(5, apiKeys, gzip), isOtherWay: true },
        { name: "with a session's headers", peer: withSession, request: plain },
      ],
      rounds,
    );
    const compressed = await new Comparison('50 KB').measure(
      [
        { name: 'plain', peer: loupe, request: profileRequests(50, apiKeys) },
        { name: 'gzip', peer: loupe, request: profileRequests(50, apiKeys, gzip) },
      ],
      rounds,
    );
    const all = [sections([ways, compressed], 'plain', { isOfOne: true })];
    for (const connections of [64, 128]) {
      const contestants = [relay, loupe].map((peer) => ({ name: peer.name, peer, request: plain, connections }));
      const comparison = await new Comparison(`5 KB, ${connections} connections`).measure(contestants, rounds);
      all.push(sections([comparison], 'Loupe'));
    }
    return { rows: all.flatMap(({ rows }) => rows), faults: all.flatMap(({ faults }) => faults) };
  });
}

/** With headers as an app of the platform sends them: about a kilobyte for each request to the upstream. */
function startWithSession(platform) {
  const file = join(platform.directory, 'sessions.json');
  writeFileSync(file, JSON.stringify([sessionHeaders]), { mode: 0o600 });
  return startLoupe('Loupe with a session', platform, { environment: { UPSTREAM_SESSIONS_FILE: file } });
}

const sessionHeaders = {
  cookie: `sessionid=${'7'.repeat(12)}%3A${'a'.repeat(14)}%3A12%3A${'B'.repeat(36)}; csrftoken=${'c'.repeat(32)}; ds_user_id=77777777777; mid=${'d'.repeat(28)}`,
  authorization: `Bearer IGT:2:${'e'.repeat(180)}`,
  'user-agent':
    'Instagram 385.0.0.47.74 Android (34/14; 450dpi; 1080x2340; samsung; SM-S911B; dm1q; qcom; en_US; 378906843)',
  'accept-language': 'en-US',
  'x-ig-app-id': '567067343352427',
  'x-ig-device-id': '0f0e0d0c-0b0a-4988-8776-655443322110',
  'x-ig-family-device-id': '10111213-1415-4617-9819-1a1b1c1d1e1f',
  'x-ig-android-id': 'android-0123456789abcdef',
  'x-ig-app-locale': 'en_US',
  'x-ig-www-claim': `hmac.${'f'.repeat(48)}`,
  'x-bloks-version-id': '9'.repeat(64),
  'ig-u-ds-user-id': '77777777777',
};

function sections(comparisons, ours, options) {
  return {
    rows: comparisons.flatMap((comparison) => comparison.rows(ours, options)),
    faults: comparisons.flatMap(({ title, faults }) => faults.map((fault) => `${title}: ${fault}`)),
  };
}
