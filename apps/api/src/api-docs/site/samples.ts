import { exampleAddress, isPaged, type Operation, placeOf } from '@loupe/dto';
import { fenced } from './page';

/** A request with the examples of its parameters. */
interface Call {
  readonly url: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly operation: Operation;
}

interface Language {
  /** How the block begins: what it is highlighted as, and after it what its tab is called. */
  readonly fence: string;
  /** False while its client is not delivered: nothing is shown that a reader cannot run. */
  readonly isPublished: boolean;
  readonly write: (call: Call) => string;
}

/** One generator for each language; the tests run what they write for every operation. */
const languages: readonly Language[] = [
  { fence: 'bash curl', isPublished: true, write: curl },
  { fence: 'ts TypeScript', isPublished: true, write: typescript },
  { fence: 'python Python', isPublished: true, write: python },
  { fence: 'ts @loupe/client', isPublished: false, write: client },
  { fence: 'python loupe.py', isPublished: false, write: pythonClient },
  { fence: 'bash loupe-cli', isPublished: false, write: commandLine },
];

/** The example of an operation in every language, as Markdown. */
export function samplesOf(operation: Operation, baseUrl: string): string {
  const [path, query = ''] = exampleAddress(operation).split('?') as [string, string?];
  const call = { operation, url: baseUrl + path, query: [...new URLSearchParams(query)] };
  return languages
    .filter(({ isPublished }) => isPublished)
    .map(({ fence, write }) => fenced(fence, write(call)))
    .join('\n\n');
}

function curl({ operation, url, query }: Call): string {
  const words = [
    `curl${query.length > 0 ? ' -G' : ''} '${url}'`,
    ...(operation.keyless ? [] : ['-H "x-api-key: $LOUPE_API_KEY"']),
    ...query.map(([name, value]) =>
      /^[\w.-]*$/.test(value) ? `-d ${name}=${value}` : `--data-urlencode '${name}=${value}'`,
    ),
  ];
  return words.join(' \\\n  ');
}

function typescript({ operation, url, query }: Call): string {
  const parameters = query.map(([name, value]) => `  ${name}: '${value}',`);
  const options = operation.keyless
    ? [');']
    : [', {', "  headers: { 'x-api-key': process.env.LOUPE_API_KEY! },", '});'];
  const address = query.length > 0 ? `\`${url}?\${query}\`` : `'${url}'`;
  return [
    ...(query.length > 0 ? ['const query = new URLSearchParams({', ...parameters, '});'] : []),
    `const response = await fetch(${address}${options[0]}`,
    ...options.slice(1),
    'if (!response.ok) throw new Error(await response.text());',
    'console.log(await response.json());',
  ].join('\n');
}

function python({ operation, url, query }: Call): string {
  const parameters = query.map(([name, value]) => `    "${name}": "${value}",`);
  const imports = [
    'json',
    ...(operation.keyless ? [] : ['os']),
    ...(query.length > 0 ? ['urllib.parse'] : []),
    'urllib.request',
  ];
  return [
    ...imports.map((name) => `import ${name}`),
    '',
    ...(query.length > 0 ? ['query = urllib.parse.urlencode({', ...parameters, '})'] : []),
    'request = urllib.request.Request(',
    `    ${query.length > 0 ? `f"${url}?{query}"` : `"${url}"`},`,
    ...(operation.keyless ? [] : ['    headers={"x-api-key": os.environ["LOUPE_API_KEY"]},']),
    ')',
    'with urllib.request.urlopen(request, timeout=60) as response:',
    '    print(json.load(response))',
  ].join('\n');
}

/** What the clients are given: values of the path in its order, other parameters by name, and a bound for what has pages. */
function argumentsOf({ operation, query }: Call): { path: string[]; named: [name: string, value: string][] } {
  const names = Object.keys(operation.parameters).filter((name) => placeOf(operation, name) === 'path');
  return {
    path: names.map((name) => operation.parameters[name]!.example!),
    named: [
      ...query.map(([name, value]): [string, string] => [name, value]),
      ...(isPaged(operation) ? [shownItems] : []),
    ],
  };
}

const shownItems: [string, string] = ['limit', '100'];

/** Numbers stand bare, everything else in quotes. */
function literal(name: string, value: string, quote: string): string {
  return name === shownItems[0] ? value : quote + value + quote;
}

function client(call: Call): string {
  const { path, named } = argumentsOf(call);
  const options = named.map(([name, value]) => `${camelCase(name)}: ${literal(name, value, "'")}`);
  const values = [...path.map((value) => `'${value}'`), ...(options.length > 0 ? [`{ ${options.join(', ')} }`] : [])];
  const expression = `loupe.${camelCase(call.operation.name)}(${values.join(', ')})`;
  return [
    "import { Loupe } from '@loupe/client';",
    '',
    `const loupe = new Loupe({ apiKey: process.env.LOUPE_API_KEY, baseUrl: '${new URL(call.url).origin}' });`,
    isPaged(call.operation)
      ? `for await (const item of ${expression}) console.log(item);`
      : `console.log(await ${expression});`,
  ].join('\n');
}

function pythonClient(call: Call): string {
  const { path, named } = argumentsOf(call);
  const options = named.map(([name, value]) => `${name}=${literal(name, value, '"')}`);
  const expression = `loupe.${call.operation.name}(${[...path.map((value) => `"${value}"`), ...options].join(', ')})`;
  return [
    'import os',
    '',
    'from loupe import Loupe',
    '',
    `loupe = Loupe(api_key=os.environ["LOUPE_API_KEY"], base_url="${new URL(call.url).origin}")`,
    ...(isPaged(call.operation) ? [`for item in ${expression}:`, '    print(item)'] : [`print(${expression})`]),
  ].join('\n');
}

function commandLine(call: Call): string {
  const { path, named } = argumentsOf(call);
  const options = named.map(([name, value]) => `--${name.replaceAll('_', '-')} ${literal(name, value, "'")}`);
  return ['loupe-cli', call.operation.name.replace('.', ' ').replaceAll('_', '-'), ...path, ...options].join(' ');
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
