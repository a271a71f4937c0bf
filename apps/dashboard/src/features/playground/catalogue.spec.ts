import { allOperations } from '@loupe/dto';
import { findOperations, operationNamed } from './catalogue';

const namesOf = (words: string): string[] =>
  findOperations(words).flatMap(({ operations }) => operations.map(({ name }) => name));

describe('the catalogue of the playground', () => {
  it('offers every operation of the table, in its order', () => {
    expect(namesOf('')).toEqual(allOperations.map(({ name }) => name));
  });

  it('finds by any words of name, path and summary', () => {
    expect(namesOf('FOLLOW users')).toEqual(['users.followers', 'users.following']);
    expect(namesOf('nothing like this')).toEqual([]);
  });

  it('falls back to the first operation for a name that is none', () => {
    expect(operationNamed('users.stories').name).toBe('users.stories');
    expect(operationNamed('users.gone')).toBe(allOperations[0]);
  });
});
