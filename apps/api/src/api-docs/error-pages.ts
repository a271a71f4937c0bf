import { type ProblemCode, problemCodes, problemRegistry } from '@loupe/dto';
import { type Frame, widePageHtml } from './site/layout';
import { markdownTable } from './site/page';
import { madeFile, type StaticFile } from './static-files';

interface ErrorPage {
  readonly json: () => StaticFile;
  readonly html: () => StaticFile;
}

/** The pages of `/errors`, as JSON and HTML, by path below it. With `publicUrl`, each `type` is an absolute URL. */
export function errorPages(frame: Frame, publicUrl = ''): ReadonlyMap<string, ErrorPage> {
  const describe = (code: ProblemCode) => {
    const { status, title, retryable, charged, explanation, action } = problemRegistry[code];
    return { type: `${publicUrl}/errors/${code}`, code, status, title, charged, retryable, explanation, action };
  };
  return new Map([
    [
      '/',
      pair(
        'errors',
        () => problemCodes.map(describe),
        () => indexPage(frame),
      ),
    ],
    ...problemCodes.map(
      (code) =>
        [
          `/${code}`,
          pair(
            code,
            () => describe(code),
            () => codePage(code, frame),
          ),
        ] as const,
    ),
  ]);
}

function pair(name: string, json: () => unknown, html: () => string): ErrorPage {
  return {
    json: madeFile(`${name}.json`, () => JSON.stringify(json())),
    html: madeFile(`${name}.html`, html),
  };
}

function indexPage(frame: Frame): string {
  const columns = ['Status', 'Code', 'Charged', 'Retry may help', 'What happened', 'What to do'];
  const rows = problemCodes.map((code) => {
    const { status, retryable, charged, explanation, action } = problemRegistry[code];
    const link = `[\`${code}\`](/errors/${code})`;
    return [status, link, chargedWords[charged], retryable ? 'yes' : 'no', explanation, action];
  });
  const intro = 'Branch on `code`. [Errors and retries](/docs/errors-and-retries) has the code that handles them.';
  const markdown = `# Errors\n\n${intro}\n\n${markdownTable(columns, rows)}`;
  return widePageHtml({ title: 'Errors', summary: 'Every error code.', markdown, section: 'Errors' }, frame);
}

const chargedWords = { always: 'yes', never: 'no', upstream: 'if the response came from the upstream' };

function codePage(code: ProblemCode, frame: Frame): string {
  const { status, title, retryable, charged, explanation, action } = problemRegistry[code];
  const money = {
    always: 'Charged, because this response came from the upstream.',
    never: 'Free.',
    upstream: 'Charged only if this response came from the upstream.',
  };
  const again = retryable ? 'The same request may succeed later.' : 'The same request will fail again.';
  const paragraphs = [
    `# ${title}`,
    `\`${code}\`, status ${status}`,
    explanation,
    action,
    `${money[charged]} ${again}`,
    '[All errors](/errors) · [Errors and retries](/docs/errors-and-retries)',
  ];
  return widePageHtml({ title, summary: explanation, markdown: paragraphs.join('\n\n'), section: 'Errors' }, frame);
}
