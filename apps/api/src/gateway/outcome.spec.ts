import { allOperations, problemsOf } from '@loupe/dto';
import { UpstreamFailure } from '@loupe/upstream-client';
import type { Problem } from '../platform/http/problem';
import type { Call } from './call';
import { outcomeOfFailure } from './outcome';

const asking = allOperations.filter(({ upstream }) => upstream.length > 0);

test.each(asking.map((operation) => [operation.name, operation] as const))(
  '%s ends as it is declared where the upstream does not take its id',
  (_, operation) => {
    const failure = new UpstreamFailure('invalid_id', 'Invalid media_id 12x');
    const codes: string[] = problemsOf(operation);
    let problem: Problem | undefined;
    try {
      outcomeOfFailure(failure, { operation } as Call);
    } catch (error) {
      problem = error as Problem;
    }
    expect(codes).toContain(problem?.code);
  },
);
