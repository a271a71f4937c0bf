import { codesOf, outcomeOf, outcomes } from './outcome';
import { problemCodes } from './problem-registry';

describe('outcomeOf', () => {
  it('counts a response with data, “missing” or “private” as answered', () => {
    expect([null, '', 'not_found', 'profile_not_found', 'private_account'].map(outcomeOf)).toEqual(
      Array(5).fill('answered'),
    );
  });

  it('separates errors of the caller from errors of Loupe and its upstream', () => {
    expect(['unauthorized', 'insufficient_balance', 'too_many_requests', 'not_cached'].map(outcomeOf)).toEqual(
      Array(4).fill('caller_error'),
    );
    expect(['upstream_error', 'service_unavailable', 'internal_error'].map(outcomeOf)).toEqual(
      Array(3).fill('our_error'),
    );
  });

  it('assigns every problem code to exactly one outcome', () => {
    expect(outcomes.flatMap(codesOf).sort()).toEqual([...problemCodes].sort());
  });
});
