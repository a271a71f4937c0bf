import { type ProblemCode, problemRegistry } from '@loupe/dto';

/** A page of the documentation: Markdown at `/docs/<path>.md`, and the same as HTML at `/docs/<path>`. */
export interface Page {
  /** Below /docs; empty for the first page. */
  readonly path: string;
  readonly title: string;
  /** Stands in the navigation, where the title is too long for it. */
  readonly label: string;
  /** In one sentence: for lists, search engines and /llms.txt. */
  readonly summary: string;
  /** Heading of the navigation that it stands below. */
  readonly section: string;
  /** What search finds it by, beside its title. */
  readonly words: readonly string[];
  /** Operations show how they are called beside what is said of them. */
  readonly kind: 'guide' | 'operation';
  readonly markdown: () => string;
}

export function addressOf({ path }: Pick<Page, 'path'>): string {
  return `/docs/${path}`;
}

export function markdownAddressOf({ path }: Pick<Page, 'path'>): string {
  return `/docs/${path || 'index'}.md`;
}

/** A table of Markdown; a bar inside a cell would end it. */
export function markdownTable(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => `${cell}`.replace(/\|/g, '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

/** What each problem costs, and whether and how to go on after it. */
export function problemTable(codes: readonly ProblemCode[]): string {
  const rows = codes.map((code) => {
    const { status, charged, retryable, action } = problemRegistry[code];
    return [
      `[\`${code}\`](/errors/${code})`,
      status,
      charged === 'never' ? 'no' : 'yes',
      retryable ? 'yes' : 'no',
      action,
    ];
  });
  return markdownTable(['Code', 'Status', 'Charged', 'Retry', 'What to do'], rows);
}

export function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}
