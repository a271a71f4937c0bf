// Generates the client's operation table, types and methods.
import { createRequire } from 'node:module';

// The type generator is installed in the dashboard's workspace.
const requireOfDashboard = createRequire(new URL('../../../apps/dashboard/package.json', import.meta.url));
const header = '// Generated from the table of operations by `npm run generate`. Do not edit.\n\n';

export async function clientFiles(dto, document, management) {
  const folder = 'libs/client/src/generated';
  return [
    { path: `${folder}/operations.ts`, text: operationTable(dto) },
    { path: `${folder}/resources.ts`, text: resourceTypes(dto) },
    { path: `${folder}/types.ts`, text: await schemaTypes(document) },
    { path: `${folder}/management.ts`, text: await schemaTypes(management) },
  ];
}

async function schemaTypes({ openapi, info, components: { schemas } }) {
  const { default: openapiTypescript, astToString } = requireOfDashboard('openapi-typescript');
  const options = { rootTypes: true, rootTypesNoSchemaPrefix: true };
  return header + astToString(await openapiTypescript({ openapi, info, paths: {}, components: { schemas } }, options));
}

function operationTable(dto) {
  const domains = Object.entries(dto.operations).map(([domain, operations]) => {
    const rows = Object.entries(operations).map(([name, operation]) => {
      const { uuids, first, pages } = dto.clientCallOf(operation);
      const path = operation.path.split('/').slice(2).join('/');
      const cells = [`${path}${first ? `?${first}` : ''}`, pages ?? '', ...uuids];
      while (cells.at(-1) === '') cells.pop();
      return `    ${name}: [${cells.map((cell) => `'${cell}'`).join(', ')}],\n`;
    });
    return `  ${domain}: {\n${rows.join('')}  },\n`;
  });
  const faults = dto.faultNames.map((name) => `  | '${name}'`);
  return `${header}export const operations = {\n${domains.join('')}} as const;\n\n/** What \`fault\` can simulate. */\nexport type FaultName =\n${faults.join('\n')};\n`;
}

function resourceTypes(dto) {
  const schemas = new Set();
  const interfaces = Object.entries(dto.operations).map(([domain, operations]) => {
    const methods = Object.entries(operations).map(([name, operation]) => methodType(dto, name, operation, schemas));
    return `export interface ${capitalised(domain)}Operations {\n${methods.join('\n')}}\n`;
  });
  const members = Object.keys(dto.operations).map(
    (domain) => `  readonly ${domain}: ${capitalised(domain)}Operations;\n`,
  );
  const imports = [
    "import type { Call } from '../call.ts';",
    "import type { JoinedPost } from '../grid.ts';",
    "import type { List } from '../list.ts';",
    "import type { CallOptions, Id, ListOptions } from '../options.ts';",
    `import type {\n${[...schemas]
      .sort()
      .map((name) => `  ${name},\n`)
      .join('')}} from './types.ts';`,
  ];
  return `${header}${imports.join('\n')}\n\n${interfaces.join('\n')}\n/** All operations, by domain. */\nexport interface Resources {\n${members.join('')}}\n`;
}

function methodType(dto, name, operation, schemas) {
  const { leading, query, uuids, needsOptions, pages } = dto.clientCallOf(operation);
  const typeOf = (parameter) =>
    ({ integer: 'number', number: 'number', boolean: 'boolean' })[operation.parameters[parameter].schema.type] ??
    (dto.isId(parameter) ? 'Id' : 'string');
  const members = [...query, ...uuids].map((parameter) => {
    const { required, description } = operation.parameters[parameter];
    const said = uuids.includes(parameter) ? `${description} Generated if omitted.` : description;
    return `      /** ${said} */\n      ${parameter}${required && !uuids.includes(parameter) ? '' : '?'}: ${typeOf(parameter)};\n`;
  });
  const options = `${pages ? 'ListOptions' : 'CallOptions'}${members.length > 0 ? ` & {\n${members.join('')}    }` : ''}`;
  const parameters = [
    ...leading.map((one) => `${one}: ${typeOf(one)}`),
    `options${needsOptions ? '' : '?'}: ${options}`,
  ];
  const item = pages === 'grid' ? 'JoinedPost' : pages === 'comments' ? 'Comment' : operation.answer.of;
  if (item !== 'JoinedPost') schemas.add(item);
  const { summary, description, priceUnits } = operation;
  const units = `${priceUnits} unit${priceUnits === 1 ? '' : 's'}`;
  const price = priceUnits === 0 ? 'Free.' : `Costs ${units}${pages ? ' a page' : ''}.`;
  // The API describes the pages of the grid and of comments, but these methods return their items.
  const lines = [`${summary}.`, ...(description && item === operation.answer.of ? [description] : []), price].map(
    (line) => `   * ${line.replaceAll('*/', '* /')}\n`,
  );
  return `  /**\n${lines.join('')}   */\n  ${name}(${parameters.join(', ')}): ${pages ? 'List' : 'Call'}<${item}>;\n`;
}

const capitalised = (word) => word[0].toUpperCase() + word.slice(1);
