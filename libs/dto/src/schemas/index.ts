import { AudioPage, AudioUnit, Hashtag, Location, PlaceResult, SearchUnit } from './discovery-schemas';
import { Comment, CommentStream, HighlightTrayEntry, Media, ProfileGrid, StoryItem } from './media-schemas';
import type { Schema } from './schema';
import { Balance, Health, Oembed, Problem, ResolvedMedia } from './service-schemas';
import { AboutPanel, CompactUser, Profile, SearchUser } from './user-schemas';

const named = {
  Profile,
  CompactUser,
  SearchUser,
  AboutPanel,
  Media,
  StoryItem,
  ProfileGrid,
  HighlightTrayEntry,
  Comment,
  CommentStream,
  Hashtag,
  Location,
  PlaceResult,
  AudioUnit,
  AudioPage,
  SearchUnit,
  ResolvedMedia,
  Oembed,
  Health,
  Balance,
  Problem,
};

export type SchemaName = keyof typeof named;

export const schemas: Readonly<Record<SchemaName, Schema>> = named;

export function envelopeOf(name: SchemaName, isPaged: boolean): Schema {
  return {
    type: 'object',
    properties: {
      items: { type: 'array', items: { $ref: `#/components/schemas/${name}` } },
      next_cursor: {
        type: isPaged ? ['string', 'null'] : 'null',
        description: 'Pass back as cursor; null on the last page.',
      },
      has_more: { type: 'boolean', description: 'True exactly when next_cursor is a string.' },
    },
    required: ['items', 'next_cursor', 'has_more'],
    additionalProperties: false,
  };
}
