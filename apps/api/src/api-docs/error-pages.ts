import { type ProblemCode, problemCodes, problemRegistry } from '@loupe/dto';
import { type StaticFile, staticFile } from './static-files';

/** `/errors` and `/errors/{code}` by their path, for programs and for people. */
export const errorPages: ReadonlyMap<string, { readonly json: StaticFile; readonly html: StaticFile }> = new Map([
  ['/', pair('errors', problemCodes.map(description), indexPage())],
  ...problemCodes.map((code) => [`/${code}`, pair(code, description(code), codePage(code))] as const),
]);

function pair(name: string, json: unknown, html: string) {
  return {
    json: staticFile(`${name}.json`, Buffer.from(JSON.stringify(json))),
    html: staticFile(`${name}.html`, Buffer.from(html)),
  };
}

function description(code: ProblemCode) {
  const { status, title, retryable, charged, explanation } = problemRegistry[code];
  return { type: `/errors/${code}`, code, status, title, retryable, charged, explanation };
}

function indexPage(): string {
  const rows = problemCodes.map((code) => {
    const { status, title } = problemRegistry[code];
    return `<tr><td>${status}</td><td><a href="/errors/${code}"><code>${code}</code></a></td><td>${title}</td></tr>`;
  });
  return page('Errors', `<table><tr><th>Status</th><th>Code</th><th>Title</th></tr>${rows.join('')}</table>`);
}

function codePage(code: ProblemCode): string {
  const { status, title, retryable, charged, explanation } = problemRegistry[code];
  const money = {
    always: 'Charged: the upstream gave this answer.',
    never: 'Free.',
    upstream: 'Charged only where the upstream gave this answer.',
  };
  return page(
    title,
    `<p><code>${code}</code>, status ${status}</p><p>${explanation}</p><p>${money[charged]} ${
      retryable ? 'The same request may succeed later.' : 'The same request will fail again.'
    }</p><p><a href="/errors">All errors</a></p>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} – Loupe</title><link rel="stylesheet" href="/docs/pages.css"></head><body><main><h1>${title}</h1>${body}</main></body></html>\n`;
}
