import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from '../../src/cli/operator/commands';
import { variables } from '../../src/platform/config/variables';

const root = join(__dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const pages = readdirSync(join(root, 'docs/operations')).map((page) => `docs/operations/${page}`);
const guide = pages.map(read).join('\n');
const known = new Set(Object.keys(variables));
/** Variables of Compose and of other images. Variables of the simulator and OpenTelemetry have known prefixes. */
const foreign = [
  'LOUPE_DOMAIN',
  'LOUPE_PASSWORD',
  'POSTGRES_PASSWORD',
  'POSTGRES_SUPERUSER_PASSWORD',
  'VALKEY_PASSWORD',
  'VALKEYCLI_AUTH',
  'REDISCLI_AUTH',
  'RESTORE_TIME',
  'RESTORE_TIMELINE',
  'NODE_IMAGE',
  'LOUPE_COMMIT',
  'LOUPE_IMAGE',
  'BUILDX_NO_DEFAULT_ATTESTATIONS',
];

const sources = readdirSync(join(root, 'apps/api/src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => read(join('apps/api/src', path)))
  .join('\n');

function expectKnown(named: string[]): void {
  expect(named.length).toBeGreaterThan(4);
  for (const name of named) {
    if (!foreign.includes(name) && !/^(UPSTREAM_SIM|OTEL)_/.test(name)) expect([...known]).toContain(name);
  }
}

describe('the operator’s guide', () => {
  it('and docs/alerts.md together name every existing metric, and no other', () => {
    const guides = guide + read('docs/alerts.md');
    const named = new Set([...guides.matchAll(/`(loupe_[a-z_]+[a-z])`/g)].map(([, name]) => name));
    const registered = [
      ...sources.matchAll(
        /(?:gauges?|counters|histogram|byFamily)\(\s*'(loupe_[a-z_]+)'|name: '(loupe_[a-z_]+)',\s*help/g,
      ),
    ];
    for (const [, one, other] of registered) expect(named).toContain(one ?? other);
    for (const name of named) expect(sources).toContain(`'${name}'`);
    expect(registered.length).toBeGreaterThan(30);
  });

  it('names only commands and options that exist', () => {
    const code = [...guide.matchAll(/```[a-z]*\n[\s\S]+?```|`[^`\n]+`/g)].map(([text]) => text).join('\n');
    const calls = [...code.matchAll(/(?<!\S)`?loupe ([a-z][a-z-]*)((?: (?:--[a-z-]+|'[^']*'|[^-\s`|]\S*))*)/g)];
    expect(calls.length).toBeGreaterThan(5);
    for (const [, name, rest] of calls) {
      const options = [...rest!.matchAll(/--([a-z-]+)/g)].map(([, option]) => option!);
      const command = commands.find((one) => one.name === name);
      expect({ name, exists: command !== undefined }).toEqual({ name, exists: true });
      for (const option of options.filter((option) => option !== 'help'))
        expect(Object.keys(command!.options)).toContain(option);
    }
  });

  it('names only known variables', () => {
    expectKnown([...guide.matchAll(/`([A-Z]+(?:_[A-Z]+)+)/g)].map(([, name]) => name!));
  });
});

it.each(['.env.example', 'docker-compose.yml'])('%s names only known variables', (path) => {
  expectKnown([...read(path).matchAll(/^[ #]*([A-Z]+(?:_[A-Z]+)+)[=:]/gm)].map(([, name]) => name!));
});
