import { moveIn } from './json-keys';
import { jsonRows } from './json-rows';

const rows = jsonRows({ items: [{ pk: '1' }], more: true }, { open: new Set(['', '/items']) });

describe('the tree’s keyboard', () => {
  it.each([
    ['ArrowDown', '', { focus: '/items' }],
    ['ArrowDown', '/more', undefined],
    ['ArrowUp', '/items/0', { focus: '/items' }],
    ['ArrowRight', '/items', { focus: '/items/0' }],
    ['ArrowRight', '/items/0', { expand: true }],
    ['ArrowRight', '/more', undefined],
    ['ArrowLeft', '/items', { expand: false }],
    ['ArrowLeft', '/items/0', { focus: '/items' }],
    ['Home', '/more', { focus: '' }],
    ['End', '', { focus: '/more' }],
    ['Enter', '/items', { expand: false }],
    [' ', '/more', undefined],
    ['a', '', undefined],
  ])('turns the key %j on the tree row %j into the move %j', (key, focused, move) => {
    expect(moveIn(rows, focused, key)).toEqual(move);
  });
});
