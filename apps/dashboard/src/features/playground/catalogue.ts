import { allOperations, domainOf, type Operation } from '@loupe/dto';

type Catalogue = readonly { readonly domain: string; readonly operations: readonly Operation[] }[];

const domains = [...new Set(allOperations.map(domainOf))];

export function findOperations(words: string): Catalogue {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ name, path, summary }: Operation): boolean => {
    const text = `${name} ${path} ${summary}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  return domains
    .map((domain) => ({
      domain,
      operations: allOperations.filter((operation) => domainOf(operation) === domain && matches(operation)),
    }))
    .filter(({ operations }) => operations.length > 0);
}

export function operationNamed(name: string | undefined): Operation {
  const found = allOperations.find((operation) => operation.name === name) ?? allOperations[0];
  if (!found) throw new Error('The table of operations is empty.');
  return found;
}
