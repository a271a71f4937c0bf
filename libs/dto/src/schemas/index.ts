import * as discovery from './discovery-schemas';
import * as media from './media-schemas';
import type { Schema } from './schema';
import * as service from './service-schemas';
import * as user from './user-schemas';

const named = { ...user, ...media, ...discovery, ...service };

export type SchemaName = keyof typeof named;

/** Every object that answers are documented with, by name. */
export const schemas: Readonly<Record<SchemaName, Schema>> = named;

/** The standard list envelope around objects of one schema. */
export function envelopeOf(name: SchemaName, singlePage: boolean): Schema {
  return {
    type: 'object',
    properties: {
      items: { type: 'array', items: { $ref: `#/components/schemas/${name}` } },
      next_cursor: {
        type: singlePage ? 'null' : ['string', 'null'],
        description: 'Pass back as cursor; null on the last page.',
      },
      has_more: { type: 'boolean', description: 'True exactly when next_cursor is a string.' },
    },
    required: ['items', 'next_cursor', 'has_more'],
    additionalProperties: false,
  };
}
