import { type Operation, type ParameterError, placeOf } from '@loupe/dto';
import { editDistance } from '../platform/edit-distance';

/** At most this many names get advice, because a URL can hold thousands of names. */
const maxAdvised = 20;
const maxNameLength = 60;

const apiKey = /loupe_\w{8,}/g;
const apiKeyNames = /^(x_?)?(api_?)?key$/;

/** Validation errors for the undeclared names in a query. The first names also get advice. */
export function unknownParameterErrors(operation: Operation, names: ReadonlySet<string>): ParameterError[] {
  return [...names].map((name, place) => ({
    in: 'query',
    parameter: shown(name),
    message: place < maxAdvised ? adviceFor(operation, name) : 'is not a parameter of this operation',
  }));
}

/** Shortens a name, and masks API keys in it, because responses are logged. */
function shown(name: string): string {
  return name.slice(0, maxNameLength).replace(apiKey, 'loupe_…');
}

function adviceFor(operation: Operation, name: string): string {
  const declared = Object.keys(operation.parameters);
  if (declared.includes(name)) return 'belongs in the path, not in the query';
  const plain = plainName(name);
  if (apiKeyNames.test(plain)) return 'belongs in the x-api-key header, not in the query, because URLs end up in logs';
  const offered = declared.filter((one) => placeOf(operation, one) === 'query');
  if (offered.length === 0) return 'is not a parameter of this operation, which has no query parameters';
  const nearest = nearestName(plain, offered);
  if (nearest !== undefined && /[[\]]/.test(name)) return `must be sent as ${nearest}, without brackets`;
  if (nearest !== undefined) return `is not a parameter of this operation, but ${nearest} is`;
  const hasFreeText = offered.some((one) => operation.parameters[one]!.schema.minLength !== undefined);
  const hint = hasFreeText ? '; an & inside a value is sent as %26' : '';
  return `is not a parameter of this operation, which has ${offered.join(', ')}${hint}`;
}

/** Normalises the spelling: letter case, brackets, camel case, hyphens. */
function plainName(name: string): string {
  const words = name.replace(/\[.*$/, '').replace(/([a-z])([A-Z])/g, '$1_$2');
  return words.toLowerCase().replaceAll('-', '_').slice(0, maxNameLength);
}

/** The nearest name, if one edit or a third of its length away, or else a name whose words all occur in `name`. */
function nearestName(name: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((candidate) => ({ candidate, edits: editDistance(name, candidate) }))
    .sort((left, right) => left.edits - right.edits);
  if (best && best.edits <= Math.max(1, best.candidate.length / 3)) return best.candidate;
  const words = new Set(name.split('_'));
  return names.find((candidate) => candidate.split('_').every((word) => words.has(word)));
}
