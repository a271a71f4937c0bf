import { codePath, valueAt } from './value-path';

describe('the path of a value', () => {
  it.each([
    ['/pk', 'pk'],
    ['/items/0/user/pk', 'items[0].user.pk'],
    ['/posts/3724877364846324245/1ltaken_at', 'posts["3724877364846324245"]["1ltaken_at"]'],
    ['/a~1b/~0c', '["a/b"]["~c"]'],
    ['', ''],
  ])('writes the pointer `%s` as the path `%s`', (pointer, code) => expect(codePath(pointer)).toBe(code));

  it('reads the value at a JSON Pointer', () => {
    const body = { items: [{ 'a/b': 1 }] };
    expect(valueAt(body, '/items/0/a~1b')).toBe(1);
    expect(valueAt(body, '/items/1/a')).toBeUndefined();
  });
});
