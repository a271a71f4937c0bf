import { operations } from '@loupe/dto';
import { casesOf, type EndpointCase } from '../endpoint-case';
import { knownPlaces } from '../known';
import { sectionCases } from './section-lists';

const { locations } = operations;

const place = casesOf(locations.byId, [
  {
    name: 'returns the record itself',
    path: `/locations/${knownPlaces.venue}`,
    status: 200,
    upstream: ['locations.info'],
    check: ({ json }) =>
      expect(json).toMatchObject({
        location_id: knownPlaces.venue,
        name: 'Old Harbour Lisbon',
        hours: expect.anything(),
      }),
  },
  {
    name: 'returns a region, which has no coordinates',
    path: `/locations/${knownPlaces.region}`,
    status: 200,
    check: ({ json }) => expect([json.lat, json.lng]).toEqual([null, null]),
  },
  ...['wrapped_in_location', 'wrapped_in_data'].map((fault) => ({
    name: `does not treat a record that is ${fault} as missing`,
    path: `/locations/${knownPlaces.venue}`,
    faults: { 'locations.info': fault },
    status: 502,
    code: 'upstream_error' as const,
  })),
  {
    name: 'does not find a place without a name',
    path: `/locations/${knownPlaces.closed}`,
    status: 404,
    code: 'not_found',
  },
  { name: 'does not find an unknown place', path: '/locations/1', status: 404, code: 'not_found' },
]);

const sections = (['top', 'recent'] as const).flatMap((list) =>
  sectionCases(locations[list], `/locations/${knownPlaces.venue}/${list}`, `/locations/1/${list}`, {
    tab: list === 'top' ? 'ranked' : 'recent',
  }),
);

export const locationsCases: readonly EndpointCase[] = [...place, ...sections];
