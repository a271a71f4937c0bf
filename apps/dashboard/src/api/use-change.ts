import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/** A mutation that makes queries out of date. They are refetched; it is only done before them unless it `waits`. */
export function useChange<Result, Variables = void>(
  queryKey: QueryKey,
  mutationFn: (variables: Variables) => Promise<Result>,
  { waits = false } = {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => {
      const refetched = queryClient.invalidateQueries({ queryKey });
      return waits ? refetched : undefined;
    },
  });
}
