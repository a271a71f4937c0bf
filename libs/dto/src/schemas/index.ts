import {
  AudioPage,
  AudioSource,
  AudioUnit,
  AudioUse,
  Hashtag,
  Location,
  Place,
  PlaceResult,
  SearchUnit,
  Track,
} from './discovery-schemas';
import {
  GridChild,
  GridFeed,
  GridItem,
  GridLocation,
  GridMedia,
  GridOwner,
  GridPost,
  ProfileGrid,
} from './grid-schemas';
import {
  Caption,
  CarouselChild,
  ImageFile,
  ImageVersions,
  MediaLocation,
  MediaOwner,
  UserRef,
  UserTag,
  UserTags,
  VideoVersion,
} from './media-parts';
import { Comment, CommentStream, HighlightTrayEntry, Media, StoryItem } from './media-schemas';
import { array, boolean, closed, nullable, ref, type Schema, string } from './schema';
import {
  Balance,
  Health,
  KeyAllowance,
  MediaEmbed,
  MonitorEvent,
  Oembed,
  ParameterFault,
  Price,
  PriceList,
  PriceOrPrices,
  Problem,
  ProblemCode,
  ResolvedMedia,
  ShareTarget,
} from './service-schemas';
import { AboutPanel, BiographyText, BioLink, CompactUser, Profile, SearchUser } from './user-schemas';

const pageNames = {
  CompactUser: 'UserPage',
  SearchUser: 'SearchUserPage',
  Media: 'MediaPage',
  StoryItem: 'StoryPage',
  HighlightTrayEntry: 'HighlightPage',
  Comment: 'CommentPage',
  Hashtag: 'HashtagPage',
  PlaceResult: 'PlacePage',
  AudioUnit: 'AudioUnitPage',
  SearchUnit: 'SearchUnitPage',
  MonitorEvent: 'MonitorEventPage',
} as const;

export type ListedName = keyof typeof pageNames;
type PageName = (typeof pageNames)[ListedName];

export const pageNameOf = (name: ListedName): PageName => pageNames[name];

const pages = Object.fromEntries(Object.entries(pageNames).map(([name, page]) => [page, pageOf(name)])) as Record<
  PageName,
  Schema
>;

const named = {
  BiographyText,
  BioLink,
  Profile,
  CompactUser,
  SearchUser,
  AboutPanel,
  ImageFile,
  ImageVersions,
  VideoVersion,
  UserRef,
  MediaOwner,
  Caption,
  MediaLocation,
  UserTag,
  UserTags,
  CarouselChild,
  Media,
  StoryItem,
  Comment,
  CommentStream,
  HighlightTrayEntry,
  GridLocation,
  GridOwner,
  GridChild,
  GridMedia,
  GridItem,
  GridFeed,
  GridPost,
  ProfileGrid,
  Hashtag,
  Location,
  Place,
  PlaceResult,
  Track,
  AudioUnit,
  AudioSource,
  AudioUse,
  AudioPage,
  SearchUnit,
  ResolvedMedia,
  MediaEmbed,
  ShareTarget,
  Oembed,
  MonitorEvent,
  Health,
  Balance,
  KeyAllowance,
  Price,
  PriceList,
  PriceOrPrices,
  ProblemCode,
  ParameterFault,
  Problem,
  ...pages,
};

export type SchemaName = keyof typeof named;

export const schemas: Readonly<Record<SchemaName, Schema>> = named;

function pageOf(name: string): Schema {
  return closed(
    {
      items: array(ref(name)),
      next_cursor: nullable(string('Send it as cursor to get the next page. Null on the last page.')),
      has_more: boolean('True exactly when next_cursor is a string.'),
    },
    'One page of a list.',
  );
}
