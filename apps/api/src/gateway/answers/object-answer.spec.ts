import { type ObjectPaths, objectAnswer, objectShape } from './object-answer';

const answer = (body: string, paths: ObjectPaths) =>
  objectAnswer(Buffer.from(body), objectShape(paths)).body.toString();
const kindOf = (body: string, paths: ObjectPaths) => {
  try {
    return answer(body, paths);
  } catch (error) {
    return (error as { kind: string }).kind;
  }
};

const user: ObjectPaths = {
  object: ['user', 'data.user'],
  absence: 'user_not_found',
  identity: ['user.pk', 'data.user.pk'],
};
const media: ObjectPaths = { object: 'items[]', absence: 'not_found', identity: 'items[].pk' };
const tag: ObjectPaths = {
  object: '',
  absence: 'not_found',
  zeros: { id: 'id', count: 'media_count' },
  identity: ['id', 'name'],
  marks: ['warning_message'],
  omit: ['status'],
};
const place: ObjectPaths = { object: '', absence: 'not_found', proof: 'name', omit: ['status'] };

describe('objectAnswer', () => {
  it.each<[string, string, ObjectPaths, string]>([
    ['under its path', '{"user":{"pk":7,"n":1.0},"status":"ok"}', user, '{"pk":"7","n":1.0}'],
    ['under its second path', '{"data":{"user":{"pk":7}},"status":"ok"}', user, '{"pk":"7"}'],
    ['that is the first of a list', '{"items":[{"pk":7},{"pk":8}]}', media, '{"pk":"7"}'],
    [
      'with a member that is a wrapper in other responses',
      '{"name":"x","location":{"pk":7}}',
      place,
      '{"name":"x","location":{"pk":"7"}}',
    ],
    ['without an id', '{"name":"x","media_count":0,"status":"ok"}', tag, '{"name":"x","media_count":0}'],
    ['with an id that is null', '{"id":null,"name":"x"}', tag, '{"id":null,"name":"x"}'],
    [
      'with a count, a name, and an id that is 0',
      '{"id":0,"name":"x","media_count":7}',
      tag,
      '{"id":"0","name":"x","media_count":7}',
    ],
    ['with only a warning', '{"warning_message":{},"status":"ok"}', tag, '{"warning_message":{}}'],
    ['that is the whole body, without its status', '{"status":"ok","id":"7","n":0}', tag, '{"id":"7","n":0}'],
  ])('reads an object %s', (_, body, paths, expected) => {
    expect(answer(body, paths)).toBe(expected);
  });

  it.each<[string, string, ObjectPaths, string]>([
    ['null at its path', '{"user":null,"status":"ok"}', user, 'user_not_found'],
    ['null at its second path', '{"data":{"user":null},"status":"ok"}', user, 'user_not_found'],
    ['an empty list', '{"items":[],"status":"ok"}', media, 'not_found'],
    ['a missing required member', '{"status":"ok"}', place, 'not_found'],
    ['a required member that is null', '{"name":null}', place, 'not_found'],
    ['an empty required member', '{"name":""}', place, 'not_found'],
    ['an id that is 0', '{"id":0}', tag, 'not_found'],
    ['an id that is "0"', '{"id":"0","name":"x"}', tag, 'not_found'],
    ['an id and a count that are 0', '{"id":0,"name":"x","media_count":0}', tag, 'not_found'],
    ['a wrapper without a record', '{"location":null,"data":[],"status":"ok"}', place, 'not_found'],
  ])('reports that an object does not exist for %s', (_, body, paths, kind) => {
    expect(kindOf(body, paths)).toBe(kind);
  });

  it.each<[string, string, ObjectPaths]>([
    ['no object at either path', '{"data":{},"status":"ok"}', user],
    ['a string instead of the object', '{"user":"7"}', user],
    ['no list', '{"status":"ok"}', media],
    ['none of its ids and names', '{"status":"ok"}', tag],
    ['empty ids and names', '{"id":null,"name":"","status":"ok"}', tag],
    ['a zero id beside a record inside data', '{"id":0,"data":{"id":"7"},"status":"ok"}', tag],
    ['its record inside data', '{"data":{"id":"7"},"status":"ok"}', tag],
    ['its record inside location', '{"location":{"pk":7,"name":"x"},"status":"ok"}', place],
    ['its record inside native_location_data', '{"native_location_data":{"location_info":{}}}', place],
    ['GraphQL errors', '{"data":{"user":null},"errors":[{"message":"execution error"}]}', user],
  ])('refuses a response with %s', (_, body, paths) => {
    expect(kindOf(body, paths)).toBe('unavailable');
  });
});
