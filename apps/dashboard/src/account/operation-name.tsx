import { useQuery } from '@tanstack/react-query';
import { operationsQuery } from './account-queries';

/** An operation in words, with its id beside them. */
export function OperationName({ id }: { id: string }) {
  const summary = useQuery(operationsQuery).data?.find(({ name }) => name === id)?.summary;
  return (
    <>
      {summary && `${summary} `}
      <code className={summary && 'soft'}>{id}</code>
    </>
  );
}
