import { allOperations, exampleAddress } from '@loupe/dto';
import { labelOf, pathOf, readStep } from './step';

describe('a step of the call history', () => {
  it.each(allOperations.map((operation) => [operation.name, operation] as const))(
    'is read from an example address of %s, and is the same when written and read again',
    (_, operation) => {
      const step = readStep(exampleAddress(operation))!;
      expect(step.operation.name).toBe(operation.name);
      expect(readStep(pathOf(step))).toEqual(step);
    },
  );

  it.each([['/dashboard/keys'], ['//other.example/users/1001'], ['users/1001'], [7], [`/users/${'1'.repeat(5_000)}`]])(
    'is not read from %s',
    (text) => expect(readStep(text)).toBeUndefined(),
  );

  it('is named after the entity that it requests', () => {
    const named = (path: string, answer?: unknown) => labelOf(readStep(path)!, answer);
    expect(named('/users/username/marta.trails')).toBe('@marta.trails');
    expect(named('/users/1001')).toBe('user 1001');
    expect(named('/users/1001', { username: 'marta.trails' })).toBe('@marta.trails');
    expect(named('/users/1001/followers')).toBe('followers');
    expect(named('/users/1001/followers?cursor=abc')).toBe('next page');
    expect(named('/posts/CSgquzkYxhP')).toBe('CSgquzk…');
    expect(named('/hashtags/trail')).toBe('#trail');
  });
});
