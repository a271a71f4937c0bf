import { allOperations, formatUsd, neededParameters, placeOf, problemCodes, problemRegistry } from '@loupe/dto';
import { priceInUnits } from '../../gateway/operation-document';
import type { SiteFacts } from './facts';
import { markdownAddressOf, type Page } from './page';

/** `/llms.txt`: the essentials for an agent, and links to all pages as Markdown. */
export function llmsText(
  pages: readonly Page[],
  { baseUrl, pricePerRequestMicros, quality }: SiteFacts,
  publicUrl = '',
): string {
  const link = (page: Page) => `${publicUrl}${markdownAddressOf(page)}`;
  const guides = pages.filter(({ kind, path }) => kind === 'guide' && path !== '');
  const operations = allOperations.map((operation) => {
    const page = pages.find(({ path }) => path === `reference/${operation.name}`)!;
    const needed = neededParameters(operation);
    const query = Object.keys(operation.parameters)
      .filter((name) => placeOf(operation, name) === 'query' && name !== 'fields')
      .map((name) => (needed.includes(name) ? name : `${name}?`));
    const price = operation.priceUnits === 0 ? 'Free' : priceInUnits(operation);
    return `- [GET ${operation.path}](${link(page)}): ${operation.summary}${query.length > 0 ? ` (query: ${query.join(', ')})` : ''}. ${price}.`;
  });
  const errors = problemCodes.map((code) => {
    const { status, explanation, action } = problemRegistry[code];
    return `- ${code} (${status}): ${explanation} ${action}`;
  });
  return `# Loupe

> Read-only JSON over HTTP to the public data of a large photo and video platform. Every endpoint is a GET. Send your key in the x-api-key header, or as Authorization: Bearer. Ids are strings.

One unit costs ${formatUsd(pricePerRequestMicros)} USD. Responses that come from the upstream (200, private account, object not found) are charged; refused and failed requests are free. On every response, x-cost-usd states the cost and x-balance-usd the balance. A request with x-max-cost-usd is refused if it would cost more. Lists return {"items", "next_cursor", "has_more"}: while has_more is true, send next_cursor unchanged as cursor, with the same other parameters. fields=pk,username reduces a response to these members; every operation below that is not free accepts it.

The full description is at ${publicUrl}/openapi.json (OpenAPI 3.1.0). Agents use POST ${publicUrl}/mcp (Model Context Protocol).${quality ? ` How well each operation works is at GET ${publicUrl}/status (JSON, no key, free).` : ''}

## Clients

- TypeScript, JavaScript: npm install ${baseUrl}/docs/loupe-client.tgz, then import { Loupe } from '@loupe/client'
- Python: curl -O ${baseUrl}/docs/loupe.py, then from loupe import Loupe
- Shell: npm install -g ${baseUrl}/docs/loupe-cli.tgz, then loupe-cli --help

## Guides

${guides.map((page) => `- [${page.title}](${link(page)}): ${page.summary}`).join('\n')}

## Operations

${operations.join('\n')}

## Errors (application/problem+json)

${errors.join('\n')}
`;
}
