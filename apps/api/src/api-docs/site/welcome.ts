import { contactLink, dollars, type SiteFacts } from './facts';
import { documentHtml, type Frame, logo } from './layout';
import { renderMarkdown } from './markdown';
import { fenced } from './page';

export function welcomeHtml(facts: SiteFacts, frame: Frame): string {
  const summary = 'Public profiles, posts and comments as JSON: one GET, one fixed price, one balance.';
  const request = `curl '${facts.baseUrl}/users/username/marta.trails?fields=pk,username,follower_count' \\\n  -H "x-api-key: $LOUPE_API_KEY"`;
  const answer = '{"pk":"1001","username":"marta.trails","follower_count":1250}';
  const example = renderMarkdown(`${fenced('bash', request)}\n\n${fenced('json', answer)}`)[0]!.html;
  const contact = renderMarkdown(`Questions? Write to ${contactLink(facts.contact)}.`)[0]!.html;
  const body = `<header class="top">${logo}<nav aria-label="Site"><a href="/docs/">Docs</a><a href="/dashboard/">Dashboard</a></nav></header>
<main class="welcome" id="content">
<h1>Public profiles and posts, as JSON.</h1>
<p class="lede">Profiles, posts, comments, places and sounds of a large photo and video platform, over HTTP. A <a href="/docs/test-keys">test key</a> costs nothing and needs no balance; a thousand live calls cost ${dollars(facts.pricePerRequestMicros * 1_000n)}.</p>
<p class="actions"><a class="button" href="/docs/quickstart">Read the quickstart</a><a class="button quiet" href="/dashboard/">Open the dashboard</a></p>
<div class="example">${example}</div>
<ul class="points">
<li><h2>${dollars(facts.pricePerRequestMicros)} a call</h2><p>From a prepaid balance. Refused and failed calls are free, and a call is never charged twice. <a href="/docs/prices">Prices</a></p></li>
<li><h2>The platform's own data</h2><p>Loupe passes it through and changes as little as possible. Ids are strings, so no digit is lost. <a href="/docs/data">The data</a></p></li>
<li><h2>One error format</h2><p>Each error says what happened, what it cost and whether a retry can help. <a href="/docs/errors-and-retries">Errors</a></p></li>
</ul>
<footer>${contact}<span><a href="/docs/">Reference</a> <a href="/openapi.json">OpenAPI</a> <a href="/llms.txt">llms.txt</a> <a href="/docs/changelog">Changelog</a></span></footer>
</main>`;
  return documentHtml({ title: 'Loupe', summary }, body, frame);
}

export function welcomeJson(publicUrl = ''): string {
  return JSON.stringify({
    name: 'Loupe',
    docs_url: `${publicUrl}/docs/`,
    openapi_url: `${publicUrl}/openapi.json`,
    dashboard_url: `${publicUrl}/dashboard/`,
  });
}
