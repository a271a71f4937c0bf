import { QueryClient } from '@tanstack/react-query';
import { ProblemError } from './problem-error';

function mayRetry(failures: number, error: Error): boolean {
  if (failures >= 2) return false;
  return !(error instanceof ProblemError) || error.problem.retryable;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: mayRetry, refetchOnReconnect: 'always' },
    // A form says that it could not be sent, rather than to send itself later.
    mutations: { networkMode: 'always' },
  },
});
