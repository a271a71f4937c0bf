import { useQuery } from '@tanstack/react-query';
import { callUrl } from '../snippets/snippets';
import { operationsQuery } from './account-queries';

/** The call that new users are shown. */
const exampleOperation = 'users.by_username';

/** Its address and price; undefined until the operations are loaded. */
export function useExampleCall(): { url: string; priceUsd: string } | undefined {
  const operation = useQuery(operationsQuery).data?.find(({ name }) => name === exampleOperation);
  if (!operation) return undefined;
  const values = Object.fromEntries(operation.parameters.map(({ name, example }) => [name, example ?? '']));
  const parameters = operation.parameters.map(({ name }) => name);
  return {
    url: callUrl(window.location.origin, { path: operation.path, parameters, values }),
    priceUsd: operation.price_usd,
  };
}
