import { allOperations, domainOf, formatUsd, type Operation, placeOf, problemCodes, problemRegistry } from '@loupe/dto';

/** The whole API on one page of plain text, for language models and for people in a hurry. */
export function llmsText(pricePerRequestMicros: bigint): string {
  const domains = [...new Set(allOperations.map(domainOf))];
  return [
    '# Loupe',
    '',
    '> Read-only JSON over HTTP to the public data of a large photo and video platform. Every endpoint is a GET. Send your key in the x-api-key header. Ids are strings.',
    '',
    `One unit costs ${formatUsd(pricePerRequestMicros)} USD. Answers of the upstream (200, private account, thing not found) are charged; refused and failed requests are free. Lists answer {"items", "next_cursor", "has_more"}: pass next_cursor back as cursor, unchanged, with the same other parameters.`,
    '',
    'The full description is at /openapi.json (OpenAPI 3.1.0).',
    ...domains.flatMap((domain) => [
      '',
      `## ${domain}`,
      '',
      ...allOperations.filter((one) => domainOf(one) === domain).map(line),
    ]),
    '',
    '## Errors (application/problem+json)',
    '',
    ...problemCodes.map((code) => `- ${code} (${problemRegistry[code].status}): ${problemRegistry[code].explanation}`),
    '',
  ].join('\n');
}

function line(operation: Operation): string {
  const query = Object.entries(operation.parameters)
    .filter(([name]) => placeOf(operation, name) === 'query')
    .map(([name, { required }]) => (required ? name : `${name}?`));
  const parameters = query.length > 0 ? ` (query: ${query.join(', ')})` : '';
  return `- GET ${operation.path}${parameters}: ${operation.summary}. ${operation.priceUnits === 0 ? 'Free.' : `${operation.priceUnits} unit${operation.priceUnits > 1 ? 's' : ''}.`}`;
}
