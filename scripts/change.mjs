// Assembles CHANGELOG.md from docs/changes/RELEASE/*.md, one small file per change that users notice.
// `npm run change -- Added "One sentence."` adds such a file; kinds are those of Keep a Changelog. `npm run change` without
// arguments records what users see now in the newest file, as after a merge. With --check nothing is written: it fails when
// what users see is not what the newest file recorded, or CHANGELOG.md is not what the files say.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root as checkout } from './lib/freshness.mjs';
import { prepare } from './lib/prepare.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean' }, root: { type: 'string', default: checkout } },
});
const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
const folder = join(values.root, 'docs/changes');
const changelog = join(values.root, 'CHANGELOG.md');
const readOf = (path) => readFileSync(join(values.root, path), 'utf8');

/** A hash of what users see: both APIs without their examples, error codes, settings and commands. */
function surface() {
  const { commands } = createRequire(import.meta.url)(join(checkout, 'apps/api/dist/cli/operator/commands.js'));
  const apis = ['apps/api/openapi.json', 'apps/api/dashboard-openapi.json'].map((path) =>
    JSON.parse(readOf(path), (key, value) => (/^examples?$/.test(key) ? undefined : value)),
  );
  const seen = [apis, readOf('docs/errors.md'), readOf('docs/configuration.md'), commands];
  return createHash('sha256').update(JSON.stringify(seen)).digest('hex').slice(0, 16);
}

/** Releases with their changes, oldest first; `unreleased` sorts behind every number. */
function readReleases() {
  const names = readdirSync(folder).sort((left, right) => left.localeCompare(right, 'en', { numeric: true }));
  return names.map((name) => ({ name, changes: readdirSync(join(folder, name)).sort().map(readChange(name)) }));
}

const readChange = (release) => (file) => {
  const path = join(folder, release, file);
  const match = /^(\w+): (\S.*\.)\n(?:\n<!-- surface (\w+) -->\n)?$/.exec(readFileSync(path, 'utf8'));
  if (!match || !kinds.includes(match[1])) fail(`${path} must be one line, such as "Added: One sentence."`);
  return { path, kind: match[1], sentence: match[2], surface: match[3] };
};

function assemble(releases) {
  const lines = ['# Changelog', '', '<!-- Assembled from docs/changes by `npm run change`. -->'];
  const names = new Set(['unreleased', ...releases.map(({ name }) => name).reverse()]);
  for (const name of names) {
    const changes = releases.find((release) => release.name === name)?.changes ?? [];
    lines.push('', `## ${name === 'unreleased' ? 'Unreleased' : name}`);
    for (const kind of kinds) {
      const items = changes.filter((change) => change.kind === kind).map(({ sentence }) => `- ${sentence}`);
      if (items.length > 0) lines.push('', `### ${kind}`, '', ...items);
    }
  }
  return `${lines.join('\n')}\n`;
}

function addChange([kind, sentence]) {
  const number = String(1 + (readReleases().find(({ name }) => name === 'unreleased')?.changes.length ?? 0));
  const slug = sentence
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/-$/, '');
  mkdirSync(join(folder, 'unreleased'), { recursive: true });
  writeFileSync(join(folder, 'unreleased', `${number.padStart(4, '0')}-${slug}.md`), `${kind}: ${sentence}\n`);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

// A check runs in `npm run verify` and `npm test`, which have prepared everything.
if (!values.check) await prepare();
if (positionals.length > 0) {
  if (positionals.length !== 2 || !kinds.includes(positionals[0]) || !positionals[1].endsWith('.'))
    fail(`usage: npm run change -- ${kinds.join('|')} "One sentence."`);
  addChange(positionals);
}
const newest = readReleases().at(-1).changes.at(-1);
if (!values.check) writeFileSync(newest.path, `${newest.kind}: ${newest.sentence}\n\n<!-- surface ${surface()} -->\n`);
else if (newest.surface !== surface())
  fail('What users see has changed: add a change file with `npm run change -- Changed "One sentence."`');
const text = assemble(readReleases());
if (!values.check) writeFileSync(changelog, text);
else if (!existsSync(changelog) || readOf('CHANGELOG.md') !== text)
  fail('CHANGELOG.md has drifted: run npm run change');
