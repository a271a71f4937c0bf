import { allOperations, domainOf, type Operation } from '@loupe/dto';

/** The choices of a field, by domain. */
export const catalogue = [...new Set(allOperations.map(domainOf))].map((domain) => ({
  group: domain,
  items: allOperations
    .filter((operation) => domainOf(operation) === domain)
    .map(({ name, summary }) => ({ value: name, label: summary })),
}));

export function operationNamed(name: string | undefined): Operation {
  const found = allOperations.find((operation) => operation.name === name) ?? allOperations[0];
  if (!found) throw new Error('The table of operations is empty.');
  return found;
}
