import { cursor } from '../parameters/known-parameters';
import { digits } from '../parameters/parameter';
import { defineOperation } from './operation';

const locationId = digits({ description: 'Numeric id (pk) of the location.', example: '371653515' });

const sections = {
  parameters: { location_id: locationId, cursor },
  priceUnits: 1,
  upstream: ['locations.sections'],
  answer: { kind: 'list', of: 'Media' },
  problems: ['not_found', 'invalid_cursor'],
} as const;

export const locations = {
  byId: defineOperation({
    name: 'locations.by_id',
    path: '/locations/{location_id}',
    summary: 'Name, category, city and hours of a place',
    parameters: { location_id: locationId },
    priceUnits: 1,
    upstream: ['locations.info'],
    answer: { kind: 'object', of: 'Location' },
    problems: ['not_found'],
  }),
  top: defineOperation({
    ...sections,
    name: 'locations.top',
    path: '/locations/{location_id}/top',
    summary: 'Top media at a location',
  }),
  recent: defineOperation({
    ...sections,
    name: 'locations.recent',
    path: '/locations/{location_id}/recent',
    summary: 'Most recent media at a location',
  }),
};
