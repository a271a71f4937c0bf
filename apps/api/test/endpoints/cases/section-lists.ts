import type { Operation } from '@loupe/dto';
import { casesOf, type EndpointCase } from '../endpoint-case';

export const isMedia = { pk: expect.stringMatching(/^\d{16,}$/), id: expect.stringMatching(/^\d+_\d+$/) };

export function sectionCases(operation: Operation, path: string, missing: string, form: object): EndpointCase[] {
  return casesOf(operation, [
    {
      name: 'returns every media of the page once',
      path,
      check: ({ json }, [request]) => {
        expect(json).toMatchObject({ next_cursor: expect.any(String), has_more: true });
        expect(json.items[0]).toMatchObject(isMedia);
        const pks = json.items.map(({ pk }: { pk: string }) => pk);
        expect(new Set(pks).size).toBe(pks.length);
        expect(request!.form).toMatchObject(form);
      },
    },
    { name: 'refuses a cursor that it did not issue', path: `${path}?cursor=x`, code: 'invalid_cursor' },
    { name: 'reports a missing resource', path: missing, code: 'not_found' },
  ]);
}
