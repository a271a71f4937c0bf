// Scanning a body, and rewriting it under the id rule, against JSON.parse and against parsing and serialising, in turn, in one run.
// Needs a build: `npm run build && node bench/lossless-json.mjs`. The bodies imitate a profile, a page of followers and a page of reels.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { printRows } from './harness/report.mjs';
import { ratios, row } from './harness/statistics.mjs';

const { assemble, compileShape, objectWith, outputBuffers, scanJson } = createRequire(import.meta.url)(
  '../libs/lossless-json/dist',
);

const rounds = 15;
const roundMs = 20;

/** Random numbers in 0 … 1, the same in every run: bodies must not differ between runs. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

const random = seeded(20);
const pick = (characters) => characters[Math.floor(random() * characters.length)];
const repeat = (count, make) => Array.from({ length: count }, (_, index) => make(index)).join('');
const list = (count, make) => `[${Array.from({ length: count }, (_, index) => make(index)).join(',')}]`;
const digits = (count) => pick('123456789') + repeat(count - 1, () => pick('0123456789'));
const token = (count) => repeat(count, () => pick('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'));

/** A signed address of about 480 bytes. */
function signedUrl() {
  const file = `${digits(9)}_${digits(15)}_${digits(19)}_n.jpg`;
  return (
    `https://cdn.example/v/t51.2885-19/${file}?stp=dst-jpg_e0_s150x150_tt6&efg=${token(120)}&_nc_ht=cdn.example&_nc_cat=108` +
    `&_nc_oc=${token(90)}&_nc_ohc=${token(24)}&_nc_gid=${token(22)}&edm=${token(16)}&ccb=7-5&oh=00_${token(40)}&oe=68F2C1A0`
  );
}

function user() {
  const pk = digits(10);
  return (
    `{"strong_id__":"${pk}","pk":${pk},"pk_id":"${pk}","id":"${pk}","fbid_v2":178414${digits(11)},"full_name":"Hill Walker",` +
    `"is_private":false,"is_verified":false,"third_party_downloads_enabled":1,"username":"hill.walker.${token(6)}",` +
    `"profile_pic_id":"350${digits(16)}_${pk}","profile_pic_url":"${signedUrl()}","has_anonymous_profile_picture":false,` +
    `"account_badges":[],"latest_reel_media":0,"is_favorite":false}`
  );
}

function flags(count) {
  const verbs = ['is', 'has', 'can', 'show'];
  const nouns = ['eligible_for_badge', 'shared_insights', 'viewer_reply', 'open_remix', 'enabled_tag', 'creator_link'];
  const values = ['false', 'true', 'null', '0', '[]', '1'];
  return repeat(count, (i) => `,"${verbs[i % 4]}_${nouns[i % 6]}_${i}":${values[(i * 7) % 6]}`);
}

function media() {
  const pk = `38${digits(17)}`;
  const sizes = [1080, 750, 640, 480, 320];
  return (
    `{"pk":${pk},"id":"${pk}_5501230456","fbid":180${digits(14)},"code":"${token(11)}","taken_at":1775659002,"media_type":8,` +
    `"device_timestamp":1775659002123456,"caption":{"pk":"180${digits(14)}","media_id":${pk},"user_id":5501230456,` +
    `"text":"Ridge day \\ud83c\\udfd4 over the \\"north\\" ridge, Zürich to Chur","created_at":1775659002,"user":${user()}},` +
    `"like_count":311,"image_versions2":{"candidates":${list(5, (i) => `{"width":${sizes[i]},"height":${sizes[i]},"url":"${signedUrl()}"}`)}},` +
    `"user":${user()},"location":{"pk":213131048,"lat":52.5,"lng":13.4,"name":"Zürich"},"carousel_media_ids":${list(3, () => `38${digits(17)}`)}` +
    `${flags(120)}}`
  );
}

const bodies = {
  '6 KB': `{"user":{"pk":5501230456,"fbid_v2":178414${digits(11)},"biography":"Hills\\nand maps","profile_pic_url":"${signedUrl()}"${flags(196)}},"status":"ok"}`,
  '50 KB': `{"users":${list(54, user)},"big_list":true,"page_size":54,"next_max_id":"QVFE${token(60)}","status":"ok"}`,
  '500 KB': `{"items":${list(58, () => `{"media":${media()}}`)},"paging_info":{"max_id":"QVFD${token(40)}","more_available":true},"status":"ok"}`,
};

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
      outputBuffers.release(assemble([objectWith(scan, scan.one('document'), { omit: scan.all('status') })]));
    },
    'JSON.parse of the decoded string': () => JSON.parse(text),
    'JSON.parse of the buffer': () => JSON.parse(body.toString()),
    'parse and serialise': () => Buffer.from(JSON.stringify(JSON.parse(body.toString()))),
  };
}

/** Microseconds a call, over about `ms` milliseconds. */
function measure(run, ms) {
  let calls = 0;
  const startedAt = performance.now();
  let elapsedMs = 0;
  while (elapsedMs < ms) {
    for (let i = 0; i < 4; i++) run();
    calls += 4;
    elapsedMs = performance.now() - startedAt;
  }
  return (elapsedMs * 1_000) / calls;
}

function rowsOf(size, text) {
  const runs = Object.entries(contenders(text));
  const micros = new Map(runs.map(([name]) => [name, []]));
  for (const [, run] of runs) measure(run, 150); // warms up
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of runs) micros.get(name).push(measure(run, roundMs));
  }
  const ratio = (ours, theirs) =>
    row(`body, ${size}: ${theirs} / ${ours}`, 'ratio', ratios(micros.get(theirs), micros.get(ours)));
  return [
    ...runs.map(([name]) => row(`body, ${size} (${Buffer.byteLength(text)} bytes): ${name}`, 'µs', micros.get(name))),
    ratio('scan', 'JSON.parse of the decoded string'),
    ratio('scan', 'JSON.parse of the buffer'),
    ratio('scan and rewrite', 'parse and serialise'),
  ];
}

/** @returns rows `{name, unit, median, min, max}`; takes about seven seconds. */
export function measureLosslessJson() {
  return Object.entries(bodies).flatMap(([size, text]) => rowsOf(size, text));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) printRows(measureLosslessJson());
