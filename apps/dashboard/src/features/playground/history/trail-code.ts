import { keyVariable, type Language, snippet } from '../../../snippets/snippets';
import { codePath, pointerTokens } from '../value-path';
import { pathOf, type Step } from './step';

/**
 * The code of the last step, and of the earlier steps whose responses it reads.
 * @param origin such as `https://api.example.com`
 */
export function trailCode(language: Language, origin: string, steps: readonly Step[]): string {
  const chain = chainOf(steps);
  const [only] = chain;
  if (chain.length === 1 && only) return snippet(language, origin + pathOf(only));
  const { begin, assign, end } = syntaxes[language];
  const lines = chain.map((step, index) => assign(`answer${index + 1}`, partsOf(step, index)));
  return [begin(origin), ...lines, end(`answer${chain.length}`)].join('\n');
}

/** The step and those that it needs: a step that reads nothing from a response begins the chain. */
export function chainOf(steps: readonly Step[]): readonly Step[] {
  const first = steps.findLastIndex(({ sources }) => Object.keys(sources).length === 0);
  return steps.slice(Math.max(0, first));
}

/** A part of a path: encoded text, or a value of an earlier answer. */
type Part = string | { readonly answer: string; readonly pointer: string };

/** Marks survive the encoding as `%00name%00`: no other value has a NUL. */
function partsOf({ operation, values, sources }: Step, index: number): Part[] {
  const read = index === 0 ? {} : sources;
  const marks = Object.fromEntries(Object.keys(read).map((name) => [name, `\0${name}\0`]));
  return pathOf({ operation, values: { ...values, ...marks } })
    .split('%00')
    .map((text, place) => (place % 2 === 0 ? text : { answer: `answer${index}`, pointer: read[text] ?? '' }));
}

interface Syntax {
  begin(origin: string): string;
  assign(answer: string, path: readonly Part[]): string;
  end(answer: string): string;
}

/** Pointers come from the address of the page, so each member is quoted. */
const syntaxes: Record<Language, Syntax> = {
  curl: {
    begin: (origin) =>
      `# Needs bash and jq.\ncall() { curl -sS --fail-with-body "${origin}$1" -H "x-api-key: $${keyVariable}"; }`,
    assign: (answer, path) =>
      `${answer}="$(call "${path.map((part) => (typeof part === 'string' ? part : `$(jq -r ${jqFilter(part.pointer)} <<<"$${part.answer}")`)).join('')}")" || exit 1`,
    end: (answer) => `printf '%s\\n' "$${answer}"`,
  },
  TypeScript: {
    begin: (origin) =>
      [
        'const call = async (path: string): Promise<any> => {',
        `  const headers = { 'x-api-key': process.env.${keyVariable}! };`,
        `  const response = await fetch('${origin}' + path, { headers });`,
        '  const body = await response.json();',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the template belongs to the snippet
        "  if (!response.ok) throw new Error(`${body.code}: ${body.detail} (${response.headers.get('x-request-id')})`);",
        '  return body;',
        '};',
      ].join('\n'),
    assign: (answer, path) =>
      `const ${answer} = await call(${joined(path, "'", ({ answer: from, pointer }) => `encodeURIComponent(${memberOf(from, pointer)})`)});`,
    end: (answer) => `console.log(JSON.stringify(${answer}));`,
  },
  Python: {
    begin: (origin) =>
      [
        'import json, os',
        'from urllib.parse import quote',
        '',
        'import requests',
        '',
        'def call(path):',
        `    headers = {"x-api-key": os.environ["${keyVariable}"]}`,
        `    response = requests.get("${origin}" + path, headers=headers, timeout=60)`,
        '    body = response.json()',
        '    if not response.ok:',
        "        raise RuntimeError(f\"{body['code']}: {body['detail']} ({response.headers['x-request-id']})\")",
        '    return body',
        '',
      ].join('\n'),
    assign: (answer, path) =>
      `${answer} = call(${joined(path, '"', ({ answer: from, pointer }) => `quote(str(${from}${indices(pointer)}), safe="")`)})`,
    end: (answer) => `print(json.dumps(${answer}))`,
  },
};

const joined = (path: readonly Part[], quote: string, codeOf: (part: Exclude<Part, string>) => string): string =>
  path
    .filter((part) => part !== '')
    .map((part) => (typeof part === 'string' ? quote + part + quote : codeOf(part)))
    .join(' + ');

const isIndex = (token: string): boolean => /^(0|[1-9]\d{0,8})$/.test(token);

const indices = (pointer: string): string =>
  pointerTokens(pointer)
    .map((token) => `[${isIndex(token) ? token : JSON.stringify(token)}]`)
    .join('');

function memberOf(answer: string, pointer: string): string {
  const path = codePath(pointer);
  return `${answer}${path.startsWith('[') ? '' : '.'}${path}`;
}

const jqFilter = (pointer: string): string => `'.${indices(pointer)} | @uri'`.replace(/(?<=.)'(?=.)/g, `'\\''`);
