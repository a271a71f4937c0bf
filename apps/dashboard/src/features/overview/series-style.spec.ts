import { allOperations } from '@loupe/dto';
import { coloursOf } from './series-style';

describe('the colours of series', () => {
  it('keeps the colour of a series when its rank changes', () => {
    const ids = ['users.followers', 'users.by_id', 'rest'];
    expect([...coloursOf(ids)].sort()).toEqual([...coloursOf([...ids].reverse())].sort());
    expect(coloursOf(ids).get('rest')).toBe('var(--series-rest)');
    expect(coloursOf(['users.followers']).get('users.followers')).toBe(coloursOf(ids).get('users.followers'));
  });

  it('gives all series of a chart different colours', () => {
    for (let first = 0; first + 5 < allOperations.length; first++) {
      const ids = allOperations.slice(first, first + 5).map(({ name }) => name);
      expect(new Set(coloursOf(ids).values()).size).toBe(6);
      for (const colour of coloursOf(ids).values()) expect(colour).toMatch(/^var\(--series-([1-8]|rest)\)$/);
    }
  });
});
