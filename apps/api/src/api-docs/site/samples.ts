import { clientCallOf, exampleAddress, isPaged, neededParameters, type Operation } from '@loupe/dto';
import { fenced } from './page';

interface Call {
  readonly operation: Operation;
  readonly baseUrl: string;
  readonly leading: readonly string[];
  readonly named: readonly string[];
  readonly isList: boolean;
}

/** What follows ``` in Markdown (the code's language and the name of its tab), and the function that writes the sample. */
const generators: readonly (readonly [fence: string, write: (call: Call) => string])[] = [
  ['bash curl', curl],
  ['ts TypeScript', typescript],
  ['python Python', python],
  ['bash loupe-cli', commandLine],
];

/** How many items of a list a sample reads at most, because a reader who runs the sample pays for every page. */
const shownItems = 100;

/** Samples for curl and each client, as Markdown. The tests run them. */
export function samplesOf(operation: Operation, baseUrl: string): string {
  const { leading, uuids, pages } = clientCallOf(operation);
  const named = neededParameters(operation).filter((name) => !leading.includes(name) && !uuids.includes(name));
  const call = { operation, baseUrl, leading, named, isList: pages !== undefined };
  return generators.map(([fence, write]) => fenced(fence, write(call))).join('\n\n');
}

function curl({ operation, baseUrl }: Call): string {
  const { pathname, searchParams } = new URL(exampleAddress(operation), baseUrl);
  const words = [
    `curl${searchParams.size > 0 ? ' -G' : ''} '${baseUrl}${pathname}'`,
    ...(operation.keyless ? [] : ['-H "x-api-key: $LOUPE_API_KEY"']),
    ...[...searchParams].map(([name, value]) =>
      /^[\w.-]*$/.test(value) ? `-d ${name}=${value}` : `--data-urlencode '${name}=${value}'`,
    ),
  ];
  return words.join(' \\\n  ');
}

function typescript({ operation, baseUrl, leading, named, isList }: Call): string {
  const values = leading.map((name) => literal(operation, name, "'"));
  const options = [
    ...named.map((name) => `${name}: ${literal(operation, name, "'")}`),
    ...(isPaged(operation) ? [`limit: ${shownItems}`] : []),
  ];
  const words = [...values, ...(options.length > 0 ? [`{ ${options.join(', ')} }`] : [])].join(', ');
  const call = `loupe.${operation.name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}(${words})`;
  return [
    "import { Loupe } from '@loupe/client';",
    '',
    `const loupe = new Loupe({ baseUrl: '${baseUrl}', apiKey: process.env.LOUPE_API_KEY! });`,
    ...(isList
      ? [`for await (const item of ${call}) {`, '  console.log(item);', '}']
      : [`console.log(await ${call});`]),
  ].join('\n');
}

function python({ operation, baseUrl, leading, named, isList }: Call): string {
  const words = [
    ...leading.map((name) => literal(operation, name, '"')),
    ...named.map((name) => `${name}=${literal(operation, name, '"')}`),
    ...(isPaged(operation) ? [`limit=${shownItems}`] : []),
  ];
  const call = `loupe.${operation.name}(${words.join(', ')})`;
  return [
    'import os',
    'from loupe import Loupe',
    '',
    `loupe = Loupe("${baseUrl}", os.environ["LOUPE_API_KEY"])`,
    ...(isList ? [`for item in ${call}:`, '    print(item)'] : [`print(${call}.data)`]),
  ].join('\n');
}

function commandLine({ operation, leading, named }: Call): string {
  const exampleOf = (name: string) => operation.parameters[name]!.example!;
  return [
    `loupe-cli ${operation.name.replace('.', ' ').replaceAll('_', '-')}`,
    ...leading.map((name) => shellWord(exampleOf(name))),
    ...named.map((name) => `-p ${shellWord(`${name}=${exampleOf(name)}`)}`),
    ...(isPaged(operation) ? [`--limit ${shownItems}`] : []),
  ].join(' ');
}

function literal({ parameters }: Operation, name: string, quote: string): string {
  const { example, schema } = parameters[name]!;
  return schema.type === 'string' ? `${quote}${example}${quote}` : example!;
}

function shellWord(text: string): string {
  return /^[\w.=-]+$/.test(text) ? text : `'${text}'`;
}
