import { pageParametersOf, twoWayPaging } from './two-way-paging';

const directions = { min: { token: 'head', more: 'moreHead' }, max: { token: 'tail', more: 'moreTail' } };
const tailFirst = twoWayPaging('max', directions);
const headFirst = twoWayPaging('min', directions);
const bothWays = { moreMax: 'true', max: 't', moreMin: 'true', min: 'h' };

describe('two-way paging of threads', () => {
  it('starts in the preferred direction, or in the only direction available', () => {
    expect(tailFirst.next(bothWays, undefined)).toEqual(['t', 'max', 'h']);
    expect(headFirst.next(bothWays, undefined)).toEqual(['h', 'min', 't']);
    expect(tailFirst.next({ moreMin: 'true', min: 'h' }, undefined)).toEqual(['h', 'min', '']);
    expect(headFirst.next({ max: 't' }, undefined)).toEqual(['t', 'max', '']);
    expect(tailFirst.next({ ...bothWays, moreMax: 'false' }, undefined)).toEqual(['h', 'min', '']);
  });

  it('never follows the token for the way back', () => {
    expect(tailFirst.next(bothWays, ['a', 'min', ''])).toEqual(['h', 'min', '']);
    expect(tailFirst.next({ moreMin: 'true', min: 'h' }, ['a', 'max', ''])).toBeUndefined();
    expect(headFirst.next({ moreMax: 'true', max: 't' }, ['a', 'min', ''])).toBeUndefined();
  });

  it('returns to the first page and continues in the other direction when one direction has ended', () => {
    expect(headFirst.next(bothWays, ['a', 'min', 'older'])).toEqual(['h', 'min', 'older']);
    expect(headFirst.next({ max: 'back' }, ['a', 'min', 'older'])).toEqual(['older', 'max', '']);
    expect(headFirst.next({ min: 'a' }, ['a', 'min', 'older'])).toEqual(['older', 'max', '']);
    expect(headFirst.next({ min: 'h', max: 't' }, undefined)).toEqual(['h', 'min', '']);
  });

  it('ends a direction without a token or with a false flag', () => {
    expect(tailFirst.next({ moreMax: 'true' }, undefined)).toBeUndefined();
    expect(tailFirst.next({ moreMax: 'true', max: '' }, undefined)).toBeUndefined();
    expect(tailFirst.next({ moreMax: 'false', max: 't' }, undefined)).toBeUndefined();
  });

  it('sends the parameter of the current direction to the upstream', () => {
    expect([
      pageParametersOf(undefined),
      pageParametersOf(['a', 'min', '']),
      pageParametersOf(['b', 'max', 'c']),
    ]).toEqual([{}, { minId: 'a' }, { maxId: 'b' }]);
  });
});
