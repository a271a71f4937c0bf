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

describe('the object of a response', () => {
  it.each<[string, string, ObjectPaths, string]>([
    ['where it stands', '{"user":{"pk":7,"n":1.0},"status":"ok"}', user, '{"pk":"7","n":1.0}'],
    ['in either place', '{"data":{"user":{"pk":7}},"status":"ok"}', user, '{"pk":"7"}'],
    ['first of several', '{"items":[{"pk":7},{"pk":8}]}', media, '{"pk":"7"}'],
    [
      'with a member that others have as a wrapper',
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
    ['with a warning alone', '{"warning_message":{},"status":"ok"}', tag, '{"warning_message":{}}'],
    ['the whole body without what belongs to the transport', '{"status":"ok","id":"7","n":0}', tag, '{"id":"7","n":0}'],
  ])('is read %s', (_, body, paths, expected) => {
    expect(answer(body, paths)).toBe(expected);
  });

  it.each<[string, string, ObjectPaths, string]>([
    ['null', '{"user":null,"status":"ok"}', user, 'user_not_found'],
    ['null in the other place', '{"data":{"user":null},"status":"ok"}', user, 'user_not_found'],
    ['no element', '{"items":[],"status":"ok"}', media, 'not_found'],
    ['no proof', '{"status":"ok"}', place, 'not_found'],
    ['a proof that is null', '{"name":null}', place, 'not_found'],
    ['a proof that says nothing', '{"name":""}', place, 'not_found'],
    ['an id that is 0', '{"id":0}', tag, 'not_found'],
    ['an id that says 0', '{"id":"0","name":"x"}', tag, 'not_found'],
    ['an id and a count that are 0', '{"id":0,"name":"x","media_count":0}', tag, 'not_found'],
    ['a wrapper without a record', '{"location":null,"data":[],"status":"ok"}', place, 'not_found'],
  ])('is known not to exist by %s', (_, body, paths, kind) => {
    expect(kindOf(body, paths)).toBe(kind);
  });

  it.each<[string, string, ObjectPaths]>([
    ['neither place', '{"data":{},"status":"ok"}', user],
    ['another type', '{"user":"7"}', user],
    ['no list', '{"status":"ok"}', media],
    ['none of its members', '{"status":"ok"}', tag],
    ['members that say nothing', '{"id":null,"name":"","status":"ok"}', tag],
    ['zeros around its record', '{"id":0,"data":{"id":"7"},"status":"ok"}', tag],
    ['its record inside of data', '{"data":{"id":"7"},"status":"ok"}', tag],
    ['its record inside of location', '{"location":{"pk":7,"name":"x"},"status":"ok"}', place],
    ['its record inside of the web’s wrapper', '{"native_location_data":{"location_info":{}}}', place],
    ['GraphQL errors', '{"data":{"user":null},"errors":[{"message":"execution error"}]}', user],
  ])('is an invalid response with %s', (_, body, paths) => {
    expect(kindOf(body, paths)).toBe('unavailable');
  });
});
