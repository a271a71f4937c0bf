import { type ProblemCode, problemRegistry } from '@loupe/dto';

/** A documentation page: Markdown at `/docs/<path>.md` (`/docs/index.md` for the first page), HTML at `/docs/<path>`. */
export interface Page {
  /** Below /docs; empty for the first page. */
  readonly path: string;
  readonly title: string;
  readonly label: string;
  readonly summary: string;
  readonly section: string;
  readonly words: readonly string[];
  readonly kind: 'guide' | 'operation';
  readonly markdown: () => string;
}

export function addressOf({ path }: Pick<Page, 'path'>): string {
  return `/docs/${path}`;
}

export function markdownAddressOf({ path }: Pick<Page, 'path'>): string {
  return `/docs/${path || 'index'}.md`;
}

export function markdownTable(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => `${cell}`.replace(/\|/g, '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

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
