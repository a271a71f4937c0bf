import type { EndpointCase } from '../endpoint-case';
import { audioCases } from './audio';
import { commentsCases } from './comments';
import { hashtagsCases } from './hashtags';
import { highlightsCases } from './highlights';
import { locationsCases } from './locations';
import { oembedCases } from './oembed';
import { postsCases } from './posts';
import { resolveCases } from './resolve';
import { searchCases } from './search';
import { storiesCases } from './stories';
import { systemCases } from './system';
import { usersCases } from './users';

/** The cases of single operations. The cases that all operations share are in `generic-cases.ts`. */
export const ownCases: readonly EndpointCase[] = [
  ...usersCases,
  ...postsCases,
  ...commentsCases,
  ...searchCases,
  ...hashtagsCases,
  ...locationsCases,
  ...highlightsCases,
  ...storiesCases,
  ...audioCases,
  ...resolveCases,
  ...oembedCases,
  ...systemCases,
];
