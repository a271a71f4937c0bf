import { codesOf, outcomeOf, outcomes } from './outcome';
import { problemCodes } from './problem-registry';

describe('the outcome of a request', () => {
  it('is an answer where the upstream was asked and knew, whatever it knew', () => {
    expect([null, '', 'not_found', 'profile_not_found', 'private_account'].map(outcomeOf)).toEqual(
      Array(5).fill('answered'),
    );
  });

  it('tells the caller’s errors from ours', () => {
    expect(['unauthorized', 'insufficient_balance', 'too_many_requests', 'not_cached'].map(outcomeOf)).toEqual(
      Array(4).fill('caller_error'),
    );
    expect(['upstream_error', 'service_unavailable', 'internal_error'].map(outcomeOf)).toEqual(
      Array(3).fill('our_error'),
    );
  });

  it('is one of three for every code', () => {
    expect(outcomes.flatMap(codesOf).sort()).toEqual([...problemCodes].sort());
  });
});
