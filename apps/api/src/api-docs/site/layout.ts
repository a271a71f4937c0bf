import { contactLink } from './facts';
import { escapeHtml, type RenderedSection, renderMarkdown } from './markdown';
import { addressOf, markdownAddressOf, type Page } from './page';

export interface Frame {
  readonly pages: readonly Page[];
  readonly contact: string | undefined;
  readonly fontAddress: string | undefined;
  readonly hasStatus: boolean;
}

export function documentHtml(
  head: { title: string; summary: string; more?: string },
  body: string,
  frame: Frame,
): string {
  const font = frame.fontAddress
    ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="${frame.fontAddress}">`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(head.summary)}">
<title>${escapeHtml(head.title)}</title>
<link rel="icon" type="image/svg+xml" href="/docs/favicon.svg">
${font}<link rel="stylesheet" href="/docs/pages.css">
${head.more ?? ''}<script src="/docs/pages.js" defer></script>
</head>
<body>
${body}
</body>
</html>
`;
}

export const logo = `<a class="logo" href="/" aria-label="Loupe home"><svg aria-hidden="true" width="22" height="22" viewBox="0 0 32 32" fill="none"><circle cx="14" cy="14" r="9.5" stroke="currentColor" stroke-width="3"/><circle cx="14" cy="14" r="4"/><path d="m21 21 7 7" stroke="currentColor" stroke-width="3.6" stroke-linecap="round"/></svg>Loupe</a>`;

export function pageHtml(page: Page, frame: Frame): string {
  const markdown = markdownAddressOf(page);
  const more = `<link rel="alternate" type="text/markdown" href="${markdown}">\n`;
  const title = page.path === '' ? page.title : `${page.title} – Loupe`;
  const sections = renderMarkdown(page.markdown());
  const body = framed(
    `<article class="${page.kind}">${page.kind === 'operation' ? operationBody(sections) : sections.map(sectionHtml).join('\n')}</article>
${page.kind === 'guide' ? contents(sections) : ''}`,
    { current: addressOf(page), section: page.section, after: neighbours(page, frame), markdown },
    frame,
  );
  return documentHtml({ title, summary: page.summary, more }, body, frame);
}

interface WidePage {
  readonly title: string;
  readonly summary: string;
  readonly markdown: string;
  /** Empty for a page of no section. */
  readonly section: 'Errors' | 'Status' | '';
  /** Trusted HTML between the introduction and the sections. */
  readonly figure?: string;
}

/** A page without Markdown, because programs get JSON at its address. */
export function widePageHtml({ title, summary, markdown, section, figure = '' }: WidePage, frame: Frame): string {
  const [intro, ...sections] = renderMarkdown(markdown).map(sectionHtml);
  const article = `<article class="wide">${[intro, figure, ...sections].join('\n')}</article>`;
  const body = framed(article, { current: `/${section.toLowerCase()}`, section, after: '' }, frame);
  return documentHtml({ title: `${title} – Loupe`, summary }, body, frame);
}

interface Place {
  readonly current: string;
  readonly section: string;
  readonly after: string;
  readonly markdown?: string;
}

function framed(content: string, { current, section, after, markdown }: Place, frame: Frame): string {
  const source = markdown ? `<a href="${markdown}">This page as Markdown</a>` : '';
  return `<a class="skip" href="#content">Skip to content</a>
<header class="top">
${logo}
<button class="menu" type="button" popovertarget="navigation">Menu</button>
<div class="search" role="search" hidden><input id="search" type="search" placeholder="Search the docs" aria-label="Search the docs" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd><div id="found" aria-live="polite"></div></div>
<nav aria-label="Site"><a href="/docs/">Docs</a><a href="/dashboard/">Dashboard</a></nav>
</header>
<div class="frame">
${navigation(current, frame)}
<main id="content" tabindex="-1">
${section ? `<p class="eyebrow">${escapeHtml(section)}</p>` : ''}
${content}
${after}
<footer><span>Questions? Write to ${inline(contactLink(frame.contact))}.</span>${source}</footer>
</main>
</div>`;
}

function inline(markdown: string): string {
  return renderMarkdown(markdown)[0]!.html.replace(/^<p>|<\/p>\s*$/g, '');
}

function navigation(current: string, { pages, hasStatus }: Frame): string {
  const link = (address: string, label: string) =>
    `<li><a href="${address}"${address === current ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a></li>`;
  const sections = [...new Set(pages.map(({ section }) => section))].filter(Boolean);
  const groups = sections.map((section) => {
    const links = pages.filter((page) => page.section === section).map((page) => link(addressOf(page), page.label));
    if (section === 'About' && hasStatus) links.push(link('/status', 'Status'));
    if (section === 'About')
      links.push(link('/errors', 'Errors'), link('/llms.txt', 'For agents'), link('/openapi.json', 'OpenAPI'));
    return `<h2>${escapeHtml(section)}</h2><ul>${links.join('')}</ul>`;
  });
  return `<nav id="navigation" popover aria-label="Documentation">${groups.join('')}</nav>`;
}

function sectionHtml({ id, title, html }: RenderedSection): string {
  return id ? `<section aria-labelledby="${id}" data-title="${escapeHtml(title)}">${html}</section>` : html;
}

/** On wide screens, the request and the response share a column of their own. */
function operationBody([intro, ...sections]: readonly RenderedSection[]): string {
  const isBeside = ({ id }: RenderedSection) => id === 'request' || id === 'response';
  const [beside, others] = [sections.filter(isBeside), sections.filter((one) => !isBeside(one))];
  return `<div class="intro">${intro!.html}</div><div class="beside">${beside.map(sectionHtml).join('')}</div><div class="facts">${others.map(sectionHtml).join('')}</div>`;
}

function contents(sections: readonly RenderedSection[]): string {
  const titled = sections.filter(({ id }) => id);
  if (titled.length < 3) return '';
  const links = titled.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${links.join('')}</ul></nav>`;
}

function neighbours(page: Page, { pages }: Frame): string {
  const at = pages.indexOf(page);
  const link = (other: Page | undefined, words: string) =>
    other
      ? `<a class="${words.toLowerCase()}" href="${addressOf(other)}"><small>${words}</small>${escapeHtml(other.title)}</a>`
      : '<span></span>';
  return `<nav class="neighbours" aria-label="Previous and next page">${link(pages[at - 1], 'Previous')}${link(pages[at + 1], 'Next')}</nav>`;
}
