import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { allOperations, formatUsd, problemCodes } from '@loupe/dto';
import { testSample, webhookSamples } from '../../core/notifications/webhook-samples';
import { contactLink, dollars, type SiteFacts } from './facts';
import { markdownTable, type Page, problemTable } from './page';

const folder = join(__dirname, 'guides');
const repository = join(__dirname, '../../../../..');

/** Files are ordered by their numbers, such as `1-quickstart.md`, and then by a letter. */
export function guidePages(facts: SiteFacts): Page[] {
  return readdirSync(folder)
    .sort()
    .map((name) =>
      page(name.replace(/^\d[a-z]?-|\.md$/g, ''), 'Guides', filled(readFileSync(join(folder, name), 'utf8'), facts)),
    );
}

/** Pages made from repository files. Links to files without a page become plain text. */
export function projectPages(): Page[] {
  const served = new Map([
    ['../CHANGELOG.md', '/docs/changelog'],
    ['errors.md', '/errors'],
  ]);
  const read = (file: string) =>
    readFileSync(join(repository, file), 'utf8').replace(
      /\[([^\]]+)\]\((?!https?:)([^)]+)\)/g,
      (_, words: string, target: string) => {
        const address = served.get(target);
        return address ? `[${words}](${address})` : words;
      },
    );
  return ['CHANGELOG.md', 'docs/compatibility.md'].map((file) =>
    page(basename(file, '.md').toLowerCase(), 'About', read(file)),
  );
}

/** The heading is the title. The first sentence below the heading is the summary. */
function page(path: string, section: string, markdown: string): Page {
  const [, title, summary] = /^# ([^\n]+)\n\n(.+?\.)(?:\s|$)/s.exec(markdown)!;
  const headings = [...markdown.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading!);
  const names = [...markdown.matchAll(/`([\w-]+)`/g)].map(([, name]) => name!);
  const words = [...new Set(section === 'Guides' ? [...headings, ...names] : [])];
  return {
    path,
    title: title!,
    label: title!,
    summary: summary!.replace(/\s+/g, ' '),
    section,
    words,
    kind: 'guide',
    markdown: () => markdown,
  };
}

function filled(text: string, facts: SiteFacts): string {
  return text.replace(/\{\{(\w+)(?: (\d+))?\}\}/g, (_, name: string, count = '1') => {
    const value = values[name];
    if (!value) throw new Error(`A guide uses the unknown placeholder {{${name}}}.`);
    return value(facts, BigInt(count));
  });
}

const values: Readonly<Record<string, (facts: SiteFacts, count: bigint) => string>> = {
  base: ({ baseUrl }) => baseUrl,
  /** The price of this many units: `usd` for readers, `micros` as in responses. */
  usd: ({ pricePerRequestMicros }, units) => dollars(pricePerRequestMicros * units),
  micros: ({ pricePerRequestMicros }, units) => formatUsd(pricePerRequestMicros * units),
  rate: ({ requestsPerSecond }) => `${requestsPerSecond}`,
  concurrency: ({ concurrentRequests }) => `${concurrentRequests}`,
  idempotency: ({ idempotencySeconds }) => duration(idempotencySeconds),
  cachedPrice: ({ cachedPricePercent }) =>
    cachedPricePercent === 0 ? 'is free' : `costs ${cachedPricePercent}% of the usual price`,
  budget: ({ agentBudgetMicros }) => dollars(agentBudgetMicros),
  contact: ({ contact }) => contactLink(contact),
  prices: ({ pricePerRequestMicros }) => priceTable(pricePerRequestMicros),
  problems: () => problemTable(dataProblemCodes),
  events: () =>
    markdownTable(
      ['Event', 'When'],
      [...webhookSamples, testSample].map(({ type, when }) => [`\`${type}\``, when]),
    ),
};

function duration(seconds: number): string {
  return seconds % 60 === 0 ? `${seconds / 60} minute${seconds === 60 ? '' : 's'}` : `${seconds} seconds`;
}

function priceTable(pricePerRequestMicros: bigint): string {
  const units = [...new Set(allOperations.map(({ priceUnits }) => priceUnits))].sort((left, right) => right - left);
  const rows = units.map((price) => {
    const micros = BigInt(price) * pricePerRequestMicros;
    const some = allOperations.filter(({ priceUnits }) => priceUnits === price);
    const names = some.map(({ name }) => `[${name}](/docs/reference/${name})`).join(', ');
    return [
      price === 0 ? 'free' : dollars(micros),
      price === 0 ? 'free' : dollars(micros * 1_000n),
      price === 1 ? `all others (${some.length})` : names,
    ];
  });
  return markdownTable(['Per call', 'Per 1,000 calls', 'Operations'], rows);
}

const dataProblemCodes = problemCodes.filter((code) => code !== 'forbidden' && code !== 'conflict');
