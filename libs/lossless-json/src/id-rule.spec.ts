import { answerOf } from '../test/answer-of';

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
  ])('makes an integer under %s a string', (key) => {
    expect(answerOf(`{"${key}":12}`)).toBe(`{"${key}":"12"}`);
  });

  it.each(['ids', 'pks', 'fbid_v3', 'x_fbid_v2', 'paid', 'Pk', 'pk_', 'apk', 'k', '', 'like_count', 'pk\\u0000'])(
    'leaves an integer under "%s" alone',
    (key) => {
      expect(answerOf(`{"${key}":12}`)).toBe(`{"${key}":12}`);
    },
  );

  it('reaches through arrays, and not into objects', () => {
    expect(answerOf('{"media_ids":[1,[2,{"n":3,"pk":4}],5]}')).toBe('{"media_ids":["1",["2",{"n":3,"pk":"4"}],"5"]}');
    expect(answerOf('{"pk":{"n":1},"n":[2,{"id":3}]}')).toBe('{"pk":{"n":1},"n":[2,{"id":"3"}]}');
  });

  it('keeps the spelling of signs and zeros', () => {
    expect(answerOf('{"id":[-0,0,-17]}')).toBe('{"id":["-0","0","-17"]}');
  });

  it.each(['9007199254740992', '-9007199254740992', '10000000000000000', '123456789012345678901234567890'])(
    'makes the unsafe integer %s a string anywhere',
    (digits) => {
      expect(answerOf(digits)).toBe(`"${digits}"`);
      expect(answerOf(`{"n":[${digits}]}`)).toBe(`{"n":["${digits}"]}`);
    },
  );

  it.each(['9007199254740991', '-9007199254740991', '0', '1775659002123456'])('leaves the count %s alone', (digits) => {
    expect(answerOf(`{"n":[${digits}]}`)).toBe(`{"n":[${digits}]}`);
  });

  it.each(['1.0', '1e5', '12345678901234567890.0', '12345678901234567890E1'])('leaves the real %s alone', (real) => {
    expect(answerOf(`{"pk":${real}}`)).toBe(`{"pk":${real}}`);
  });

  it.each(['"12"', 'null', 'true', '"12345678901234567890"'])('leaves the id %s alone', (value) => {
    expect(answerOf(`{"pk":${value}}`)).toBe(`{"pk":${value}}`);
  });
});
