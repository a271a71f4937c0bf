// Scanning a body, and rewriting it under the id rule, against JSON.parse and against parsing and serialising, in turn, in one run.
// Needs a build: `npm run build && node bench/lossless-json.mjs`. Takes about seven seconds.
import { createRequire } from 'node:module';
import { measure } from './harness/calls.mjs';
import { printRows, ratios, row } from './harness/rows.mjs';

const load = createRequire(import.meta.url);
const { assemble, compileShape, objectWith, bodyBuffers, scanJson } = load('../libs/lossless-json/dist');
const { defaultSession, startSimulator } = load('../apps/upstream-sim/dist/simulator');

const rounds = 15;
const roundMs = 20;

/** A profile, a page of followers and a page of reels, as the simulated upstream answers them. */
async function fetchBodies() {
  const simulator = await startSimulator({ now: () => Date.UTC(2026, 10, 20) });
  const fetchText = async (path, form) => {
    const body = form && new URLSearchParams(form);
    const headers = { cookie: `sessionid=${defaultSession}` };
    const response = await fetch(`${simulator.baseUrl}/api/v1/${path}`, {
      method: form ? 'POST' : 'GET',
      headers,
      body,
    });
    return response.text();
  };
  const bodies = {
    profile: await fetchText('users/1001/info/'),
    followers: await fetchText('friendships/1001/followers/?count=54'),
    reels: await fetchText('clips/user/', { target_user_id: '1001' }),
  };
  await simulator.close();
  return bodies;
}

const shape = compileShape({
  document: '',
  items: ['users', 'items[].media', 'user'],
  cursor: ['next_max_id', 'paging_info.max_id'],
  status: 'status',
});

/** Every contender on one body, ours first. */
function contenders(text) {
  // As it arrives: collected from chunks into memory of its own.
  const body = Buffer.concat([Buffer.from(text)]);
  return {
    scan: () => scanJson(body, shape),
    'scan and rewrite': () => {
      const scan = scanJson(body, shape);
      bodyBuffers.release(assemble([objectWith(scan, scan.one('document'), { omit: scan.all('status') })]));
    },
    'JSON.parse of the decoded string': () => JSON.parse(text),
    'JSON.parse of the buffer': () => JSON.parse(body.toString()),
    'parse and serialise': () => Buffer.from(JSON.stringify(JSON.parse(body.toString()))),
  };
}

function rowsOf(name, text) {
  const title = `body, ${name}`;
  const runs = Object.entries(contenders(text));
  const micros = new Map(runs.map(([contender]) => [contender, []]));
  for (const [, run] of runs) measure(run, 150); // warms up
  for (let round = 0; round < rounds; round++) {
    for (const [contender, run] of runs) micros.get(contender).push(measure(run, roundMs));
  }
  const ratio = (ours, theirs) =>
    row(`${title}: ${theirs} / ${ours}`, 'ratio', ratios(micros.get(theirs), micros.get(ours)));
  return [
    ...runs.map(([contender]) =>
      row(`${title} (${Buffer.byteLength(text)} bytes): ${contender}`, 'µs', micros.get(contender)),
    ),
    ratio('scan', 'JSON.parse of the decoded string'),
    ratio('scan', 'JSON.parse of the buffer'),
    ratio('scan and rewrite', 'parse and serialise'),
  ];
}

for (const [name, text] of Object.entries(await fetchBodies())) printRows(rowsOf(name, text));
