import type { UpstreamRequest } from '../request';
import { aboutUser } from './users';

export type GraphqlQueryName = 'IGProfileTimelineQuery' | 'IGUserRepostsQuery' | 'IGTopSerpQuery';

/** Document ids change with the upstream's releases, so the operator configures them. */
export type DocumentIds = Readonly<Record<GraphqlQueryName, string>>;

/** Accepted by the simulator; a real upstream needs its current ids. */
export const defaultDocumentIds: DocumentIds = {
  IGProfileTimelineQuery: '10000000000000001',
  IGUserRepostsQuery: '10000000000000002',
  IGTopSerpQuery: '10000000000000003',
};

export interface GraphqlRequest extends UpstreamRequest {
  readonly graphql: GraphqlQueryName;
}

/** The response is newline-delimited: first the feed, then the deferred half of each item. */
export function profileTimeline(userId: string, cursor: string | undefined): GraphqlRequest {
  return graphql('graphql.profile_timeline', 'IGProfileTimelineQuery', aboutUser(userId), {
    user_id: userId,
    count: 12,
    fetch_profile_grid_items: true,
    profile_grid_items_cursor: cursor,
  });
}

/** The response for the first page is one row. In later pages, the list comes in a second, deferred row. */
export function userReposts(userId: string, maxId: string | undefined): GraphqlRequest {
  return graphql('graphql.user_reposts', 'IGUserRepostsQuery', aboutUser(userId), { id: userId, max_id: maxId });
}

/** Blended search. A cursor is valid only with the same query and both session ids. */
export function topSerp(
  query: string,
  searchSessionId: string,
  serpSessionId: string,
  after: string | undefined,
): GraphqlRequest {
  return graphql('graphql.top_serp', 'IGTopSerpQuery', `search ${query}`, {
    query,
    search_session_id: searchSessionId,
    serp_session_id: serpSessionId,
    first: 30,
    after,
  });
}

function graphql(
  name: string,
  query: GraphqlQueryName,
  about: string,
  variables: Record<string, unknown>,
): GraphqlRequest {
  return {
    name,
    graphql: query,
    method: 'POST',
    path: '/graphql/query',
    about,
    form: {
      fb_api_req_friendly_name: query,
      variables: JSON.stringify(variables),
      enable_canonical_naming: true,
      enable_canonical_naming_ambiguous_type_prefixing: true,
    },
  };
}
