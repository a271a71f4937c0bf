import { allOperations, problemsOf } from '@loupe/dto';
import { UpstreamFailure } from '@loupe/upstream-client';
import { problemOfUpstream } from './upstream-problem';

const withUpstream = allOperations.filter(({ upstream }) => upstream.length > 0);

test.each(withUpstream.map((operation) => [operation.name, operation] as const))(
  '%s returns one of its declared problems when the upstream rejects an id',
  (_, operation) => {
    const failure = new UpstreamFailure('invalid_id', 'Invalid media_id 12x');
    const codes: string[] = problemsOf(operation);
    expect(codes).toContain(problemOfUpstream(failure, operation).code);
  },
);
