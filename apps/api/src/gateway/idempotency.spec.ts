import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { allOperations, type Operation, placeOf } from '@loupe/dto';
import { UpstreamContext } from '@loupe/upstream-client';
import fc from 'fast-check';
import { KeyedHash } from '../platform/secrets/keyed-hash';
import type { Call } from './call';
import { Idempotency, type LockedKey } from './idempotency';
import { fingerprintOf } from './list-identity';
import { readParameters } from './parameters';

/** The meanings of a parameter, each with its spellings. `undefined`: the parameter is not sent. */
type Meanings = readonly (readonly (string | undefined)[])[];

const token: Meanings = [[undefined], ['one'], ['One']];
const id: Meanings = [['1012', '001012'], ['1013']];
const uuid: Meanings = [
  ['0f2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d', '0F2B3C4D-5E6F-4A7B-8C9D-0E1F2A3B4C5D'],
  ['1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d'],
];
const coordinate: Meanings = [[undefined], ['0'], ['52.52'], ['52.53']];
const post = ['CSgquzkYxhP', '2639297316059813967', '02639297316059813967'];
const composite = ['2639297316059813967_1012', '2639297316059813967_01012'];
const otherPost = ['CSgquzkYxhQ', '2639297316059813968'];

const meanings: Readonly<Record<string, Meanings>> = {
  ...{ cursor: token, min_id: token, max_id: token },
  ...{ user_id: id, reel_id: id, comment_id: id, location_id: id, audio_id: id },
  ...{ search_session_id: uuid, serp_session_id: uuid, browse_session_id: uuid },
  ...{ lat: coordinate, lng: coordinate },
  username: [['marta.trails', '@Marta.Trails'], ['marta_trails']],
  name: [['trail', '#Trail'], ['trails']],
  highlight_id: [['17940908660136919', 'highlight:17940908660136919'], ['17940908660136920']],
  query: [['trail'], ['Trail'], ['trail ']],
  url: [['https://www.instagram.com/p/CSgquzkYxhP/'], ['https://www.instagram.com/p/CSgquzkYxhQ/']],
  sort_by_views: [
    [undefined, 'false', '0'],
    ['true', '1'],
  ],
  carousel_index: [
    [undefined, '0', '00'],
    ['1', '01'],
  ],
  carousel_media_id: [[undefined], [...post.slice(1), ...composite], otherPost.slice(1)],
  media_id: [[...post, ...composite], otherPost],
  fields: [[undefined], ['pk,user.pk,user.id', 'user.id,user.pk,pk'], ['pk,user', 'user,pk,user.id'], ['pk']],
};

function meaningsOf(operation: Operation, name: string): Meanings {
  if (name !== 'post_id') return meanings[name]!;
  // The owner of a composite id matters unless a parameter names the owner.
  return 'user_id' in operation.parameters ? [[...post, ...composite], otherPost] : [post, composite, otherPost];
}

type Request = readonly (readonly [name: string, text: string])[];

function fingerprint(operation: Operation, request: Request): string {
  const path = request.filter(([name]) => placeOf(operation, name) === 'path');
  const query = request.filter(([name]) => placeOf(operation, name) === 'query');
  const search = query.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join('&');
  return fingerprintOf(operation, readParameters(operation, Object.fromEntries(path), search), undefined);
}

/** Two requests, and the parameters whose meanings differ. */
function pairs(operation: Operation) {
  const excluded = operation.exclusive?.parameters ?? [];
  const choices = Object.keys(operation.parameters).map((name) => {
    const all = meaningsOf(operation, name);
    const text = (meaning: number) => fc.constantFrom(...all[meaning]!);
    const meaning = fc.nat(all.length - 1);
    const changed = fc.oneof({ weight: 3, arbitrary: meaning.map((one) => [one, one]) }, fc.tuple(meaning, meaning));
    return changed.chain(([one, other]) =>
      fc.record({
        name: fc.constant(name),
        differs: fc.constant(one !== other),
        texts: fc.tuple(text(one!), text(other!)),
      }),
    );
  });
  const sent = (chosen: readonly { name: string; texts: readonly (string | undefined)[] }[], which: number) =>
    chosen.flatMap(({ name, texts }) => (texts[which] === undefined ? [] : [[name, texts[which]] as const]));
  return fc
    .tuple(...choices)
    .chain((chosen) => fc.tuple(fc.constant(chosen), fc.shuffledSubarray(chosen, { minLength: chosen.length })))
    .map(([chosen, shuffled]) => ({
      one: sent(chosen, 0),
      other: sent(shuffled, 1),
      differing: chosen.filter(({ differs }) => differs).map(({ name }) => name),
    }))
    .filter(({ one, other }) =>
      [one, other].every((request) => request.filter(([name]) => excluded.includes(name)).length <= 1),
    );
}

const paid = allOperations
  .filter(({ priceUnits }) => priceUnits > 0)
  .map((operation) => [operation.name, operation] as const);

test.each(paid)('%s: only requests with equivalent parameters have the same fingerprint', (_, operation) => {
  fc.assert(
    fc.property(pairs(operation), ({ one, other, differing }) => {
      expect(fingerprint(operation, one) === fingerprint(operation, other)).toBe(differing.length === 0);
    }),
    { numRuns: 300 },
  );
});

test('every paid operation has its own fingerprint, and an injected fault changes the fingerprint', () => {
  const params = { user_id: '1001' };
  const prints = paid.map(([, operation]) => fingerprintOf(operation, params, undefined));
  const ofFaults = ['http_500', 'delay'].map((fault) => fingerprintOf(paid[0]![1], params, fault));
  expect(new Set([...prints, ...ofFaults]).size).toBe(prints.length + 2);
});

test('a fingerprint does not change between releases', () => {
  const operation = allOperations.find(({ name }) => name === 'users.followers')!;
  const params = { user_id: '1001', cursor: 'a"\\é\n', fields: new Map([['pk', undefined]]) };
  const request = ['users.followers', { user_id: '1001', cursor: params.cursor, fields: [['pk', null]] }];
  for (const fault of [undefined, 'delay "1"']) {
    const text = JSON.stringify([...request, fault]);
    const digest = createHash('sha256').update(text).digest('hex');
    expect(fingerprintOf(operation, params, fault)).toBe(digest.slice(0, 32));
  }
});

describe('Idempotency', () => {
  it('serialises only requests with the same idempotency key', async () => {
    const none = {} as never;
    const idempotency = new Idempotency(none, none, none, new KeyedHash('secret'), none);
    const upstreamContext = new UpstreamContext(60_000);
    const lock = (idempotencyKey: string) => {
      const call = {
        scopeId: 1,
        progress: { upstream: upstreamContext },
        key: { accountId: 1, isTest: false },
        fingerprint: 'f',
        options: { idempotencyKey },
      };
      return idempotency.lock(call as unknown as Call) as Promise<LockedKey>;
    };
    const keys = Array.from({ length: 6_000 }, (_, number) => `${number}`);
    const first = await Promise.all(keys.map(lock));
    let locked = 0;
    const count = (key: LockedKey) => {
      locked += 1;
      return key;
    };
    const turns = keys.slice(0, 200).map((key) => lock(key).then(count));
    await setImmediate();
    expect(locked).toBe(0);
    for (const key of first) idempotency.unlock(key);
    const second = await Promise.all(turns);
    const third = keys.map(lock);
    await Promise.all(third.slice(200));
    for (const turn of third.slice(0, 200)) turn.then(count);
    await setImmediate();
    expect(locked).toBe(200);
    for (const key of second) idempotency.unlock(key);
    await Promise.all(third);
    upstreamContext.leave();
  });
});
