import { problemOfFailure } from '../../api/problem-error';
import { sortErrors } from './form-errors';

function refusal(...errors: { parameter: string; message: string }[]) {
  const error = problemOfFailure(422, 'Two members are not valid.');
  error.problem.errors = errors.map((one) => ({ in: 'body', ...one }));
  return error;
}

describe('sortErrors', () => {
  it('assigns each validation error to its form field, also an error of a list item', () => {
    const error = refusal(
      { parameter: 'name', message: 'must not be empty' },
      { parameter: 'allowed_ips.1', message: 'must be an address or a range' },
    );
    expect(sortErrors(error, ['name', 'allowed_ips'])).toEqual({
      fields: { name: 'This must not be empty.', allowed_ips: 'This must be an address or a range.' },
      complete: true,
    });
  });

  it('marks the sorted errors as incomplete when an error belongs to no form field', () => {
    expect(sortErrors(refusal({ parameter: 'other', message: 'is not known here' }), ['name']).complete).toBe(false);
    expect(sortErrors(problemOfFailure(500, 'Failed.'), ['name']).complete).toBe(false);
  });
});
