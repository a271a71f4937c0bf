import { InvalidValue, neededParameters, type Operation, tokenParameters } from '@loupe/dto';
import { randomUuid } from '../../api/random-uuid';
import { sentenceOf } from '../../components/form/form-errors';
import { valueAt } from './value-path';

/** Typed texts by parameter name, so a user id carries over to the next operation. */
export type CallValues = Readonly<Record<string, string>>;

export function withExamples(operation: Operation, typed: CallValues): CallValues {
  const filled = { ...typed };
  for (const name of neededParameters(operation, (one) => one in typed)) {
    if (name in filled) continue;
    const { schema, example } = operation.parameters[name]!;
    filled[name] = schema.format === 'uuid' ? randomUuid() : (example ?? '');
  }
  return filled;
}

export function withTyped(operation: Operation, typed: CallValues, name: string, text: string): CallValues {
  const exclusive = operation.exclusive?.parameters ?? [];
  const excluded = text !== '' && exclusive.includes(name) ? exclusive.filter((other) => other !== name) : [];
  return {
    ...withExamples(operation, typed),
    ...Object.fromEntries(excluded.map((other) => [other, ''])),
    [name]: text,
  };
}

export const withoutTokens = (values: CallValues): CallValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !(tokenParameters as readonly string[]).includes(name)));

/** Error messages by parameter, from the server's own rules. */
export function validationErrorsOf(operation: Operation, values: CallValues): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [name, parameter] of Object.entries(operation.parameters)) {
    const text = values[name] ?? '';
    if (text === '') {
      if (parameter.required) errors[name] = `Enter ${withArticle(name.replaceAll('_', ' '))}.`;
      continue;
    }
    const value = parameter.read(text);
    if (value instanceof InvalidValue) errors[name] = sentenceOf(value.message);
  }
  return errors;
}

/** The parameter of the next page, with its value. */
export function nextPageOf(operation: Operation, body: unknown): CallValues | undefined {
  const more: [parameter: string, pointer: string, isMore: boolean][] = [
    ['cursor', '/next_cursor', true],
    ['cursor', '/feed/profile_grid_items_cursor', valueAt(body, '/feed/more_available') === true],
    ['min_id', '/next_min_id', valueAt(body, '/has_more') === true],
  ];
  for (const [name, pointer, isMore] of more) {
    const value = valueAt(body, pointer);
    if (isMore && name in operation.parameters && typeof value === 'string' && value) return { [name]: value };
  }
  return undefined;
}

/** `a user id`, `an audio id`: an initial `u` sounds like `you`. */
const withArticle = (words: string): string => `${/^[aeio]/.test(words) ? 'an' : 'a'} ${words}`;
