import { cursor, locationId } from '../parameters/known-parameters';
import { defineOperations } from './operation';

const sections = {
  parameters: { location_id: locationId, cursor },
  upstream: ['locations.sections'],
  answer: { kind: 'list', of: 'Media' },
  problems: ['not_found'],
} as const;

export const locations = defineOperations('locations', {
  byId: {
    path: '/locations/{location_id}',
    summary: 'Name, category, city and hours of a place',
    parameters: { location_id: locationId },
    upstream: ['locations.info'],
    answer: { kind: 'object', of: 'Location' },
    problems: ['not_found'],
  },
  top: {
    ...sections,
    path: '/locations/{location_id}/top',
    summary: 'Top media at a location',
  },
  recent: {
    ...sections,
    path: '/locations/{location_id}/recent',
    summary: 'Most recent media at a location',
  },
});
