import { fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { Arguments, Tool } from './tools/tool';

const maxNames = 10;
const maxNameLength = 40;

/** The schema of a tool's arguments. An agent corrects itself only from the text of an error, so it names every wrong argument. */
export function argumentsSchemaOf(
  tool: Pick<Tool, 'properties' | 'required'>,
): StandardSchemaWithJSON<Arguments, Arguments> {
  const schema = fromJsonSchema<Arguments>({
    type: 'object',
    properties: tool.properties,
    ...(tool.required.length > 0 && { required: [...tool.required] }),
    additionalProperties: false,
  } as never);
  const standard = schema['~standard'];
  return {
    ...schema,
    '~standard': {
      ...standard,
      async validate(given) {
        const result = await standard.validate(given);
        if (!result.issues) return result;
        const said = result.issues.flatMap(({ message }) => message.split(/, (?=data\b)/));
        return { issues: [{ message: `${[...namesOf(tool, given), ...valuesOf(said)].join('; ')}. ${known(tool)}` }] };
      },
    },
  };
}

function namesOf({ properties, required }: Pick<Tool, 'properties' | 'required'>, given: unknown): string[] {
  const names = typeof given === 'object' && given !== null ? Object.keys(given) : [];
  const surplus = names.filter((name) => !Object.hasOwn(properties, name));
  const missing = required.filter((name) => !names.includes(name));
  return [
    ...(surplus.length > 0 ? [`unknown: ${surplus.slice(0, maxNames).map(quoted).join(', ')}`] : []),
    ...(missing.length > 0 ? [`missing: ${missing.join(', ')}`] : []),
  ];
}

/** What the library says about values, such as `data/user must be string`. It does not name surplus arguments. */
function valuesOf(said: readonly string[]): string[] {
  return said
    .filter((one) => !/^data must (have required property|NOT have additional properties)/.test(one))
    .map((one) => one.replace(/^data\//, ''));
}

function known({ properties, required }: Pick<Tool, 'properties' | 'required'>): string {
  const names = Object.keys(properties);
  if (names.length === 0) return 'This tool has no arguments';
  return `This tool has ${names.map((name) => (required.includes(name) ? `${name} (required)` : name)).join(', ')}`;
}

const quoted = (name: string): string => JSON.stringify(name.slice(0, maxNameLength));
