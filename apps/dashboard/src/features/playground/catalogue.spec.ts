import { allOperations } from '@loupe/dto';
import { findOperations, operationNamed } from './catalogue';

const namesOf = (words: string): string[] =>
  findOperations(words).flatMap(({ operations }) => operations.map(({ name }) => name));

describe('the catalogue of the playground', () => {
  it('offers every operation in the order of the operation table', () => {
    expect(namesOf('')).toEqual(allOperations.map(({ name }) => name));
  });

  it('finds operations by any words of their name, path and summary', () => {
    expect(namesOf('FOLLOW users')).toEqual(['users.followers', 'users.following']);
    expect(namesOf('nothing like this')).toEqual([]);
  });

  it('falls back to the first operation for an unknown name', () => {
    expect(operationNamed('users.stories').name).toBe('users.stories');
    expect(operationNamed('users.gone')).toBe(allOperations[0]);
  });
});
