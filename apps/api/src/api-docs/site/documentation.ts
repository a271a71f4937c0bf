import type { SiteFacts } from './facts';
import { guidePages, projectPages } from './guides';
import { addressOf, type Page } from './page';
import { operationTables, referencePages } from './reference';
import { statusSummary } from './status-page';

export function documentationPages(facts: SiteFacts): Page[] {
  const guides = guidePages(facts);
  return [firstPage(guides, facts), ...guides, ...referencePages(facts), ...projectPages()];
}

function firstPage(guides: readonly Page[], facts: SiteFacts): Page {
  const cards = guides.map((guide) => `- [${guide.title}](${addressOf(guide)})\n  ${guide.summary}`);
  const summary =
    'Public profiles, posts, comments, places and sounds of a large photo and video platform, as JSON over HTTP.';
  return {
    path: '',
    title: 'Loupe documentation',
    label: 'Overview',
    summary,
    section: '',
    words: [],
    kind: 'guide',
    markdown: () =>
      `${[
        '# Loupe documentation',
        `${summary} Every call is a GET with your key. A call costs a fixed price from a prepaid balance; refused and failed calls are free.`,
        `## Guides\n\n${cards.join('\n')}`,
        '## Reference',
        operationTables(facts),
        '## For programs',
        '- [Clients](/docs/quickstart#get-a-client): for TypeScript, Python and a shell, from this installation\n- [openapi.json](/openapi.json): OpenAPI 3.1.0, for client generators\n- [llms.txt](/llms.txt): links to every page as Markdown, for agents\n- [errors](/errors): each error code, as JSON for a program' +
          (facts.quality ? `\n- [status](/status): ${statusSummary}` : ''),
      ].join('\n\n')}\n`,
  };
}

export function searchIndex(pages: readonly Page[], errorTitles: ReadonlyMap<string, string>): string {
  const ofPages = pages.map((page) => ({
    title: page.title,
    hint: page.kind === 'operation' ? page.summary : page.section,
    address: addressOf(page),
    words: page.words.join(' '),
  }));
  const ofErrors = [...errorTitles].map(([code, title]) => ({
    title,
    hint: code,
    address: `/errors/${code}`,
    words: 'error',
  }));
  return JSON.stringify([...ofPages, ...ofErrors]);
}
