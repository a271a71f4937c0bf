import { useQuery } from '@tanstack/react-query';
import { microsOf } from '../format/usd';
import { callUrl } from '../snippets/snippets';
import { operationsQuery } from './account-queries';

function useSummaries(): ReadonlyMap<string, string> {
  return new Map(useQuery(operationsQuery).data?.map(({ name, summary }) => [name, summary]));
}

export function OperationName({ id }: { id: string }) {
  const summary = useSummaries().get(id);
  return (
    <>
      {summary && `${summary} `}
      <code className={summary && 'soft'}>{id}</code>
    </>
  );
}

export function useNameOfOperation(): (id: string) => string {
  const summaries = useSummaries();
  return (id) => (summaries.has(id) ? `${summaries.get(id)} (${id})` : id);
}

export function usePrices(): ReadonlyMap<string, string> {
  return new Map(useQuery(operationsQuery).data?.map(({ name, price_usd }) => [name, price_usd]));
}

/** Returns one micro-USD until the prices are known. */
export function useCheapestMicros(): bigint {
  const prices = useQuery(operationsQuery).data?.map(({ price_usd }) => microsOf(price_usd)) ?? [];
  const charged = prices.filter((price) => price > 0n);
  return charged.reduce((least, price) => (price < least ? price : least), charged[0] ?? 1n);
}

/** Whether the balance is below the price of the cheapest charged call. */
export function useIsEmpty(balanceUsd: string | undefined): boolean {
  const cheapest = useCheapestMicros();
  return balanceUsd !== undefined && microsOf(balanceUsd) < cheapest;
}

const exampleOperation = 'users.by_username';

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
