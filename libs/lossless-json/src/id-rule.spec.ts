import { rewritten } from '../test/rewritten';

describe('the id rule', () => {
  it.each([
    'pk',
    'id',
    'fbid',
    'fbid_v2',
    'media_pk',
    'next_max_id',
    'carousel_media_ids',
    'user_fbid',
    '_id',
    '\\u0070k',
  ])('quotes an integer under the key %s', (key) => {
    expect(rewritten(`{"${key}":12}`)).toBe(`{"${key}":"12"}`);
  });

  it.each(['ids', 'pks', 'fbid_v3', 'x_fbid_v2', 'paid', 'Pk', 'pk_', 'apk', 'k', '', 'like_count', 'pk\\u0000'])(
    'does not quote an integer under the key "%s"',
    (key) => {
      expect(rewritten(`{"${key}":12}`)).toBe(`{"${key}":12}`);
    },
  );

  it('quotes the integers of arrays under an id key, but not of objects in these arrays', () => {
    expect(rewritten('{"media_ids":[1,[2,{"n":3,"pk":4}],5]}')).toBe('{"media_ids":["1",["2",{"n":3,"pk":"4"}],"5"]}');
    expect(rewritten('{"pk":{"n":1},"n":[2,{"id":3}]}')).toBe('{"pk":{"n":1},"n":[2,{"id":"3"}]}');
  });

  it('preserves the signs and zeros of ids', () => {
    expect(rewritten('{"id":[-0,0,-17]}')).toBe('{"id":["-0","0","-17"]}');
  });

  it.each(['9007199254740992', '-9007199254740992', '10000000000000000', '123456789012345678901234567890'])(
    'quotes the unsafe integer %s under any key',
    (digits) => {
      expect(rewritten(digits)).toBe(`"${digits}"`);
      expect(rewritten(`{"n":[${digits}]}`)).toBe(`{"n":["${digits}"]}`);
    },
  );

  it.each(['9007199254740991', '-9007199254740991', '0', '1775659002123456'])(
    'does not quote the safe integer %s under a count key',
    (digits) => {
      expect(rewritten(`{"n":[${digits}]}`)).toBe(`{"n":[${digits}]}`);
    },
  );

  it.each(['1.0', '1e5', '12345678901234567890.0', '12345678901234567890E1'])(
    'does not quote the real number %s',
    (real) => {
      expect(rewritten(`{"pk":${real}}`)).toBe(`{"pk":${real}}`);
    },
  );

  it.each(['"12"', 'null', 'true', '"12345678901234567890"'])(
    'does not change the value %s under an id key',
    (value) => {
      expect(rewritten(`{"pk":${value}}`)).toBe(`{"pk":${value}}`);
    },
  );
});
