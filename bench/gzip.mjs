// The compressor of answers beside level 1 of zlib, in turn, in one run: microseconds a body, and how long the result is.
// Needs a build: `npm run build && node bench/gzip.mjs`. Takes about three seconds.
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { measure } from './harness/calls.mjs';
import { printRows, ratios, row } from './harness/rows.mjs';

const load = createRequire(import.meta.url);
const { gzip } = load('../libs/gzip/dist');
const { defaultSession, startSimulator } = load('../apps/upstream-sim/dist/simulator');

const rounds = 15;
const roundMs = 20;

/** As the simulated upstream answers them. */
async function fetchBodies() {
  const simulator = await startSimulator({ now: () => Date.UTC(2026, 10, 20) });
  const fetchBody = async (path) => {
    const response = await fetch(`${simulator.baseUrl}/api/v1/${path}`, {
      headers: { cookie: `sessionid=${defaultSession}` },
    });
    return Buffer.from(await response.arrayBuffer());
  };
  const bodies = {
    profile: await fetchBody('users/1001/info/'),
    followers: await fetchBody('friendships/1001/followers/?count=54'),
  };
  await simulator.close();
  return bodies;
}

function rowsOf(name, body) {
  const ours = () => gzip(body);
  const zlib = () => gzipSync(body, { level: 1 });
  const micros = { ours: [], zlib: [] };
  for (const run of [ours, zlib]) measure(run, 150); // warms up
  for (let round = 0; round < rounds; round++) {
    micros.ours.push(measure(ours, roundMs));
    micros.zlib.push(measure(zlib, roundMs));
  }
  const title = `${name} (${body.length} bytes)`;
  return [
    row(`${title}: ours`, 'µs', micros.ours),
    row(`${title}: zlib`, 'µs', micros.zlib),
    row(`${title}: ours / zlib`, 'ratio', ratios(micros.ours, micros.zlib)),
    row(`${title}: length, ours / zlib`, 'ratio', [ours().length / zlib().length]),
  ];
}

for (const [name, body] of Object.entries(await fetchBodies())) printRows(rowsOf(name, body));
