import { type Body, gathered, loupe } from './caller';
import { expectEvery, isObject } from './field-checks';
import { description, endpoints, examples, known, profiles } from './samples';

describe('What the service does', () => {
  it.each(endpoints)('"Every endpoint uses GET", "Domains covered", "status 200 on success": %s', async (path) => {
    const { status, body } = (await examples())[path]!;
    expect([status, isObject(body)]).toEqual([200, true]);
  });

  it.each(endpoints)('"The machine-readable description" has %s', async (path) => {
    const { paths } = await description();
    expect(Object.keys(paths[path] ?? {})).toEqual(['get']);
  });

  it('"Path parameters are strings", and "Paths carry no version segment"', async () => {
    const { paths } = await description();
    const parameters = Object.values<Body>(paths).flatMap(({ get }) => get.parameters ?? []);
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    expectEvery(inPath, 'schema', ({ type }) => type === 'string');
    expect(Object.keys(paths).filter((path) => /\/v\d+(\/|$)/.test(path))).toEqual([]);
  });

  it('the fields that are listed are "the commonly used subset"', async () => {
    expectEvery(await profiles(), 'pk', (_pk, profile) => Object.keys(profile).length > 100);
  });

  it.each(['followers', 'following', 'posts', 'reels', 'tagged', 'reposts', 'stories', 'highlights', 'about'])(
    '"There are no username-addressed sub-resources": %s',
    async (name) => {
      expect((await loupe.get(`/users/username/marta.trails/${name}`)).status).toBe(404);
      expect((await loupe.get(`/users/${known.marta}/${name}`)).status).toBe(200);
    },
  );
});

/** Registered last: it checks every response of the run. */
export function describeTheWholeRun(): void {
  describe('Every response of the run', () => {
    it('"carries the header `x-request-id`, unique per request"', () => {
      expect(gathered.requestIds.length).toBeGreaterThan(500);
      expect(gathered.requestIds).not.toContain(null);
      expect(new Set(gathered.requestIds).size).toBe(gathered.requestIds.length);
    });
    it('"All ids are strings"', () => {
      expect(gathered.ids).toBeGreaterThan(10_000);
      expect(gathered.numericIds.slice(0, 10)).toEqual([]);
    });
    it('"Timestamps … are integers (Unix seconds)"', () => {
      expect(gathered.times).toBeGreaterThan(10_000);
      expect(gathered.oddTimes.slice(0, 10)).toEqual([]);
    });
  });
}
