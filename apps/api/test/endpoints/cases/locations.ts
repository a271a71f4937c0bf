import { operations } from '@loupe/dto';
import { casesOf, type EndpointCase, eachOf } from '../endpoint-case';
import { knownPlaces } from '../known';
import { sectionCases } from './section-lists';

const { locations } = operations;

const place = casesOf(locations.byId, [
  {
    name: 'returns the record itself',
    path: `/locations/${knownPlaces.venue}`,
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
    check: ({ json }) => expect([json.lat, json.lng]).toEqual([null, null]),
  },
  ...eachOf(['wrapped_in_location', 'wrapped_in_data'], (fault) => ({
    name: `does not treat a record that is ${fault} as missing`,
    path: `/locations/${knownPlaces.venue}`,
    faults: { 'locations.info': fault },
    code: 'upstream_error',
  })),
  { name: 'does not find a place without a name', path: `/locations/${knownPlaces.closed}`, code: 'not_found' },
  { name: 'does not find an unknown place', path: '/locations/1', code: 'not_found' },
]);

const sections = (['top', 'recent'] as const).flatMap((list) =>
  sectionCases(locations[list], `/locations/${knownPlaces.venue}/${list}`, `/locations/1/${list}`, {
    tab: list === 'top' ? 'ranked' : 'recent',
  }),
);

export const locationsCases: readonly EndpointCase[] = [...place, ...sections];
