import {
  allOperations,
  answerSchemaOf,
  domainDescriptions,
  domainOf,
  isPaged,
  type Operation,
  placeOf,
  problemsOf,
  type Schema,
  type SchemaName,
  schemas,
} from '@loupe/dto';
import type { OpenAPIObject } from '@nestjs/swagger';
import { exclusionOf } from '../../gateway/operation-document';
import { dollars, type SiteFacts } from './facts';
import { fieldRows } from './field-rows';
import { fenced, markdownTable, type Page, problemTable } from './page';
import { samplesOf } from './samples';
import { qualityLine } from './status-page';

export function referencePages(facts: SiteFacts): Page[] {
  return allOperations.map((operation) => ({
    path: `reference/${operation.name}`,
    title: operation.summary,
    label: labelOf(operation),
    summary: `GET ${operation.path}`,
    section: titleOf(domainOf(operation)),
    words: [
      operation.name,
      ...Object.keys(operation.parameters),
      ...Object.keys(itemSchemaOf(operation).properties ?? {}),
    ],
    kind: 'operation',
    markdown: () => operationMarkdown(operation, facts),
  }));
}

export function operationTables({ pricePerRequestMicros }: SiteFacts): string {
  return Object.entries(domainDescriptions)
    .map(([domain, description]) => {
      const rows = allOperations
        .filter((one) => domainOf(one) === domain)
        .map((one) => [
          `[${one.summary}](/docs/reference/${one.name})`,
          one.priceUnits === 0 ? 'free' : dollars(BigInt(one.priceUnits) * pricePerRequestMicros),
          `\`${one.path}\``,
        ]);
      return `### ${titleOf(domain)}\n\n${description}\n\n${markdownTable(['Operation', 'Per call', 'GET'], rows)}`;
    })
    .join('\n\n');
}

function labelOf({ name }: Operation): string {
  return titleOf(name.slice(name.indexOf('.') + 1).replaceAll('_', ' '));
}

function titleOf(word: string): string {
  return word === 'oembed' ? 'oEmbed' : word[0]!.toUpperCase() + word.slice(1);
}

function itemSchemaOf({ answer }: Operation): Schema {
  return schemas[answer.of];
}

function operationMarkdown(operation: Operation, facts: SiteFacts): string {
  const { responses, parameters } = operationDocument(operation, facts.openapi());
  const quality = facts.quality && qualityLine(operation.name, facts.quality());
  const sections = [
    `# ${operation.summary}`,
    `\`GET ${operation.path}\``,
    priceLine(operation, facts),
    ...(quality ? [quality] : []),
    ...(operation.description ? [operation.description] : []),
    `## Request\n\n${samplesOf(operation, facts.baseUrl)}\n\nEverything but curl needs [a client](/docs/quickstart#get-a-client).`,
    `## Response\n\n${fenced('json', JSON.stringify(responses['200']!.content!['application/json']!.example, null, 2))}`,
    `## Parameters\n\n${parameterTable(operation)}`,
    ...(operation.priceUnits > 0 ? [`## Request headers\n\n${requestHeaderTable(parameters)}`] : []),
    `## Fields\n\n${fieldTables(operation)}`,
    `## Problems\n\n${problemTable([...problemsOf(operation), 'internal_error'])}`,
    `## Response headers\n\n${responseHeaderTable(responses['200']!.headers, facts.openapi())}`,
  ];
  return `${sections.join('\n\n')}\n`;
}

function priceLine(operation: Operation, { pricePerRequestMicros }: SiteFacts): string {
  const micros = BigInt(operation.priceUnits) * pricePerRequestMicros;
  const tryIt = operation.keyless ? '' : ` [Try it](/dashboard/playground?operation=${operation.name})`;
  if (operation.keyless) return '**Free.** It needs no key.';
  if (micros === 0n) return `**Free.**${tryIt}`;
  return `**${dollars(micros)}** per call, **${dollars(micros * 1_000n)}** per 1,000 calls.${tryIt}`;
}

interface OperationDocument {
  readonly parameters: readonly { in: string; name: string; description?: string }[];
  readonly responses: Record<
    string,
    { content?: Record<string, { example?: unknown }>; headers?: Record<string, { $ref: string }> }
  >;
}

function operationDocument({ path }: Operation, { paths }: OpenAPIObject): OperationDocument {
  return paths[path]!.get as unknown as OperationDocument;
}

function parameterTable(operation: Operation): string {
  const names = Object.keys(operation.parameters);
  if (names.length === 0) return 'None.';
  const rows = names.map((name) => {
    const { schema, required, description, deprecated, example } = operation.parameters[name]!;
    const place = placeOf(operation, name);
    const necessity = deprecated ? 'deprecated' : required ? 'required' : 'optional';
    const shown = example === undefined ? '' : ` Example: \`${example}\`.`;
    return [`\`${name}\``, `${place}, ${schema.type}, ${necessity}`, description + shown];
  });
  const table = markdownTable(['Name', 'Where', 'Meaning'], rows);
  const exclusion = exclusionOf(operation);
  return exclusion ? `${table}\n\n${exclusion}` : table;
}

function requestHeaderTable(parameters: OperationDocument['parameters']): string {
  const rows = parameters
    .filter((one) => one.in === 'header')
    .map(({ name, description = '' }) => [`\`${name}\``, description]);
  return `All of them are optional; [Prices and charges](/docs/prices) shows them in use.\n\n${markdownTable(['Name', 'Meaning'], rows)}`;
}

function fieldTables(operation: Operation): string {
  const { answer } = operation;
  const schema = itemSchemaOf(operation);
  const table = (one: Schema) =>
    markdownTable(
      ['Field', 'Type', 'Meaning'],
      fieldRows(one).map(({ path, type, note }) => [`\`${path}\``, type, note]),
    );
  if (schema.anyOf)
    return schema.anyOf
      .map((one) => schemas[one.$ref!.split('/').at(-1) as SchemaName])
      .map((one) => `${one.description}\n\n${table(one)}`)
      .join('\n\n');
  const envelope = `The response is \`{"items", "next_cursor", "has_more"}\`${isPaged(operation) ? '; [Lists and pages](/docs/lists) shows how to get the next page' : ' with a single page'}. Each item has these fields:`;
  const open =
    schema.additionalProperties === true ? 'Other fields may be present, and clients must accept them. ' : '';
  const intro = answer.kind === 'list' ? `${open}${envelope}` : open;
  return [
    schema.description,
    intro.trim(),
    table(schemas[answer.kind === 'list' ? answer.of : answerSchemaOf(operation)]),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function responseHeaderTable(headers: Record<string, { $ref: string }> = {}, { components }: OpenAPIObject): string {
  const described = components!.headers as Record<string, { description?: string; example?: unknown }>;
  const rows = Object.keys(headers).map((name) => {
    const { description = '', example } = described[name]!;
    return [`\`${name}\``, `\`${example}\``, description];
  });
  return markdownTable(['Name', 'Example', 'Meaning'], rows);
}
