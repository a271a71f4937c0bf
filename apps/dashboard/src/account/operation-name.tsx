import { useQuery } from '@tanstack/react-query';
import { operationsQuery } from './account-queries';

function useSummaries(): ReadonlyMap<string, string> {
  return new Map(useQuery(operationsQuery).data?.map(({ name, summary }) => [name, summary]));
}

/** An operation in words, with its id beside them. */
export function OperationName({ id }: { id: string }) {
  const summary = useSummaries().get(id);
  return (
    <>
      {summary && `${summary} `}
      <code className={summary && 'soft'}>{id}</code>
    </>
  );
}

/** Puts operations into a sentence: `Profile by id (users.by_id)`. */
export function useNameOfOperation(): (id: string) => string {
  const summaries = useSummaries();
  return (id) => (summaries.has(id) ? `${summaries.get(id)} (${id})` : id);
}
