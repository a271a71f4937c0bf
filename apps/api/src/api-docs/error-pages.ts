import { type ProblemCode, problemCodes, problemRegistry } from '@loupe/dto';

/** What an error code means, for a program. */
export function errorDescription(code: ProblemCode) {
  const { status, title, retryable, charged, explanation } = problemRegistry[code];
  return { type: `/errors/${code}`, code, status, title, retryable, charged, explanation };
}

/** Every code on one page, for a person. */
export function errorIndexPage(): string {
  const rows = problemCodes.map((code) => {
    const { status, title } = problemRegistry[code];
    return `<tr><td>${status}</td><td><a href="/errors/${code}"><code>${code}</code></a></td><td>${title}</td></tr>`;
  });
  return page('Errors', `<table><tr><th>Status</th><th>Code</th><th>Title</th></tr>${rows.join('')}</table>`);
}

export function errorPage(code: ProblemCode): string {
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
