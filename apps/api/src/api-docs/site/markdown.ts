import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import http from 'highlight.js/lib/languages/http';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import { Marked, type Token, type Tokens } from 'marked';

export interface RenderedSection {
  readonly id: string;
  readonly title: string;
  readonly html: string;
}

const languages = { bash, http, json, python, ts: typescript };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

const tabNames: Readonly<Record<string, string>> = { bash: 'curl', ts: 'TypeScript', python: 'Python' };

export function renderMarkdown(text: string): RenderedSection[] {
  const tokens = marked.lexer(text);
  const starts = tokens.flatMap((token, index) => (isHeading(token) && token.depth === 2 ? [index] : []));
  const blocks = [0, ...starts].map((start, index) => tokens.slice(start, starts[index]));
  return blocks.map((block, index) => {
    const title = index === 0 ? '' : textOf(block[0] as Tokens.Heading);
    return { id: slug(title), title, html: renderBlock(block, slug(title)) };
  });
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function renderBlock(tokens: readonly Token[], id: string): string {
  const html: string[] = [];
  let samples: Tokens.Code[] = [];
  const flush = () => {
    if (samples.length > 0)
      html.push(samples.length === 1 ? figure(samples[0]!) : tabs(samples, `${id}-${html.length}`));
    samples = [];
  };
  for (const token of tokens) {
    if (isCode(token) && languageOf(token) in tabNames) {
      if (samples.some((one) => tabOf(one) === tabOf(token))) flush();
      samples.push(token);
      continue;
    }
    if (token.type === 'space') continue;
    flush();
    html.push(marked.parser([token]));
  }
  flush();
  return html.join('\n');
}

function tabs(samples: readonly Tokens.Code[], name: string): string {
  const choices = samples
    .map(tabOf)
    .map(
      (tab, index) =>
        `<label><input type="radio" name="language-${name}" value="${tab}"${index === 0 ? ' checked' : ''}>${escapeHtml(tab)}</label>`,
    );
  const legend = '<legend class="visually-hidden">Language</legend>';
  return `<div class="samples"><fieldset>${legend}${choices.join('')}</fieldset>${samples.map(figure).join('')}</div>`;
}

function figure(code: Tokens.Code): string {
  const language = languageOf(code);
  const html =
    language in languages ? hljs.highlight(code.text, { language, ignoreIllegals: true }).value : escapeHtml(code.text);
  const label = tabNames[language]
    ? `Code: ${escapeHtml(tabOf(code))}`
    : language === 'http'
      ? 'Response headers'
      : tabOf(code) === language
        ? 'Response'
        : `File: ${escapeHtml(tabOf(code))}`;
  return `<figure class="code"><pre tabindex="0" role="group" aria-label="${label}"><code>${html}</code></pre></figure>`;
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}

function isCode(token: Token): token is Tokens.Code {
  return token.type === 'code';
}

function languageOf({ lang = '' }: Tokens.Code): string {
  return lang.split(' ', 1)[0]!;
}

/** Text after the language names the tab (```` ```ts @loupe/client ````) or file (```` ```json .mcp.json ````). */
function tabOf(code: Tokens.Code): string {
  const language = languageOf(code);
  return code.lang!.slice(language.length + 1) || tabNames[language] || language;
}

function textOf({ text }: Tokens.Heading): string {
  return text.replaceAll('`', '');
}

function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

let headingBefore = '';

const marked = new Marked({
  renderer: {
    heading(heading) {
      const title = textOf(heading);
      const id = slug(title);
      headingBefore = title;
      const inner = this.parser.parseInline(heading.tokens);
      // Lower headings, such as “Added”, repeat on a page and get no id.
      if (heading.depth !== 2) return `<h${heading.depth}>${inner}</h${heading.depth}>\n`;
      return `<h2 id="${id}">${inner}<a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(title)}">#</a></h2>\n`;
    },
    code: figure,
    // Pages have no HTML. The library takes text such as `highlight:<number>` for HTML.
    html: ({ text }) => escapeHtml(text),
    // Long paths may only break between names.
    codespan: ({ text }) => `<code>${escapeHtml(text).replace(/([./,])(?=[\w{])/g, '$1<wbr>')}</code>`,
    table(table) {
      const inner = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens);
      const label = (column: number) =>
        table.header.length > 3 ? ` data-label="${escapeHtml(table.header[column]!.text)}"` : '';
      const head = `<thead><tr>${table.header.map((cell) => `<th>${inner(cell)}</th>`).join('')}</tr></thead>`;
      const rows = table.rows.map((row) =>
        row.map((cell, column) => `<td${label(column)}>${inner(cell)}</td>`).join(''),
      );
      const body = rows.map((cells) => `<tr>${cells}</tr>`).join('');
      return `<div class="table" role="group" tabindex="0" aria-label="${escapeHtml(headingBefore)}" data-columns="${table.header.length}"><table>${head}<tbody>${body}</tbody></table></div>\n`;
    },
  },
});
