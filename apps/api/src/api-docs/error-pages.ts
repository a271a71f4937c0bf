import { type ProblemCode, problemCodes, problemRegistry } from '@loupe/dto';
import { type StaticFile, staticFile } from './static-files';

interface ErrorPage {
  readonly json: StaticFile;
  readonly html: StaticFile;
}

/** `/errors` and `/errors/{code}` by their path, for programs and for people. @param publicUrl makes types absolute. */
export function errorPages(publicUrl = ''): ReadonlyMap<string, ErrorPage> {
  const describe = (code: ProblemCode) => {
    const { status, title, retryable, charged, explanation, action } = problemRegistry[code];
    return { type: `${publicUrl}/errors/${code}`, code, status, title, charged, retryable, explanation, action };
  };
  return new Map([
    ['/', pair('errors', problemCodes.map(describe), indexPage())],
    ...problemCodes.map((code) => [`/${code}`, pair(code, describe(code), codePage(code))] as const),
  ]);
}

function pair(name: string, json: unknown, html: string): ErrorPage {
  return {
    json: staticFile(`${name}.json`, Buffer.from(JSON.stringify(json))),
    html: staticFile(`${name}.html`, Buffer.from(html)),
  };
}

function indexPage(): string {
  const columns = ['Status', 'Code', 'Charged', 'Retry may help', 'What happened', 'What to do'];
  const rows = problemCodes.map((code) => {
    const { status, retryable, charged, explanation, action } = problemRegistry[code];
    const link = `<a href="/errors/${code}"><code>${code}</code></a>`;
    return row('td', [status, link, chargedWords[charged], retryable ? 'yes' : 'no', explanation, action]);
  });
  return page('Errors', `<table>${row('th', columns)}${rows.join('')}</table>`);
}

function row(cell: 'td' | 'th', values: readonly unknown[]): string {
  return `<tr>${values.map((value) => `<${cell}>${value}</${cell}>`).join('')}</tr>`;
}

const chargedWords = { always: 'yes', never: 'no', upstream: 'where the upstream was asked' };

function codePage(code: ProblemCode): string {
  const { status, title, retryable, charged, explanation, action } = problemRegistry[code];
  const money = {
    always: 'Charged: the upstream gave this answer.',
    never: 'Free.',
    upstream: 'Charged only where the upstream gave this answer.',
  };
  return page(
    title,
    `<p><code>${code}</code>, status ${status}</p><p>${explanation}</p><p>${action}</p><p>${money[charged]} ${
      retryable ? 'The same request may succeed later.' : 'The same request will fail again.'
    }</p><p><a href="/errors">All errors</a></p>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} – Loupe</title><link rel="stylesheet" href="/docs/pages.css"></head><body><main><h1>${title}</h1>${body}</main></body></html>\n`;
}
