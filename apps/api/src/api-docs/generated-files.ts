import { problemCodes, problemRegistry } from '@loupe/dto';
import type { INestApplication } from '@nestjs/common';
import { type Variable, variableGroups } from '../platform/config/variables';
import { dashboardDocument } from './dashboard-document';
import { manageDocument } from './manage-document';
import { createOpenapiDocument, type DocumentFacts } from './openapi-document';
import { examplesPath } from './operation-examples';

export interface GeneratedFile {
  path: string;
  text: string;
}

/** The generated documents and examples with their expected text. The application need not be started. */
export function generatedFiles(app: INestApplication, facts: DocumentFacts): GeneratedFile[] {
  return [
    { path: examplesPath, text: json(facts.examples) },
    { path: 'apps/api/openapi.json', text: json(createOpenapiDocument(app, facts)) },
    { path: 'apps/api/dashboard-openapi.json', text: json(dashboardDocument(app)) },
    { path: 'apps/api/manage-openapi.json', text: json(manageDocument(app, facts.baseUrl)) },
    { path: 'docs/errors.md', text: errorTable() },
    { path: 'docs/configuration.md', text: variableTable() },
  ];
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function errorTable(): string {
  const rows = problemCodes.map((code) => {
    const { status, retryable, charged, explanation, action } = problemRegistry[code];
    return `| \`${code}\` | ${status} | ${charged} | ${retryable ? 'yes' : 'no'} | ${explanation} | ${action} |`;
  });
  return [
    '# Errors',
    '',
    'Generated from `libs/dto/src/problems/problem-registry.ts`. Every error is `application/problem+json`; a running service explains each code under `/errors`. Charged `upstream` means: only if the response came from the upstream.',
    '',
    '| Code | Status | Charged | Retry may help | What happened | What to do |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function variableTable(): string {
  const tables = variableGroups.flatMap(({ title, variables }) => [
    `## ${title}`,
    '',
    '| Variable | Default | Meaning |',
    '|---|---|---|',
    ...Object.entries<Variable<unknown>>(variables).map(
      ([name, { fallback, purpose }]) => `| \`${name}\` | ${printed(fallback)} | ${purpose} |`,
    ),
    '',
  ]);
  return [
    '# Configuration',
    '',
    'Generated from `apps/api/src/platform/config/variables.ts`. A process reads environment variables once, at start. If any are invalid, it reports all errors together and exits with code 1. An empty value means the default.',
    '',
    ...tables,
    'If traces are on, the OpenTelemetry SDK reads further standard variables itself: see [Traces](operations/monitor.md#traces).',
    '',
  ].join('\n');
}

function printed(fallback: Variable<unknown>['fallback']): string {
  if (typeof fallback === 'object') return `\`${fallback[0]}\`; \`${fallback[1]}\` in production`;
  return fallback ? `\`${fallback}\`` : 'not set';
}
