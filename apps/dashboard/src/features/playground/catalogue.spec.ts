import { allOperations } from '@loupe/dto';
import { catalogue, operationNamed } from './catalogue';

describe('the catalogue of the playground', () => {
  it('offers every operation in the order of the operation table', () => {
    const offered = catalogue.flatMap(({ items }) => items.map(({ value }) => value));
    expect(offered).toEqual(allOperations.map(({ name }) => name));
  });

  it('falls back to the first operation for an unknown name', () => {
    expect(operationNamed('users.stories').name).toBe('users.stories');
    expect(operationNamed('users.gone')).toBe(allOperations[0]);
  });
});
