/** What a code means to a caller: status, title, whether a retry may succeed, and whether the response is charged. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** Whether the same request may succeed later without a change. */
  readonly retryable: boolean;
  /** `always`: every such response comes from the upstream. `upstream`: only if it does. `never`: refused or failed. */
  readonly charged: 'always' | 'never' | 'upstream';
  /** What happened, for a person who looks the code up. Its first sentence is the example in OpenAPI. */
  readonly explanation: string;
  /** What to do about it. */
  readonly action: string;
}

/** Every code that an error of Loupe can carry. The pages under /errors and docs/errors.md are generated from it. */
export const problemRegistry = {
  bad_request: kind(
    400,
    'Malformed request',
    false,
    'never',
    'The request is not valid HTTP, or its URL cannot be decoded.',
    'Correct the request. Percent-encode characters outside ASCII in the URL.',
  ),
  invalid_parameter: kind(
    400,
    'Invalid parameter',
    false,
    'never',
    'A parameter is well-formed but cannot be used here. Examples: a post id that is neither a pk, a composite id nor a shortcode; a composite id whose owner differs from user_id; a URL that does not belong to the platform; max_id on a list that supports only cursor.',
    'Correct the parameter that errors names.',
  ),
  invalid_cursor: kind(
    400,
    'Invalid cursor',
    false,
    'never',
    'A paging token (cursor, min_id or max_id) was not issued by this service for this endpoint and these parameters.',
    'Send the token of the previous page unchanged, with the same parameters. Leave it out to start again.',
  ),
  unauthorized: kind(
    401,
    'Unauthorized',
    false,
    'never',
    'The request has no API key, or its key is malformed, unknown, revoked or expired.',
    'Create a key in the dashboard, and send it in the x-api-key header of every request, or as Authorization: Bearer.',
  ),
  insufficient_balance: kind(
    402,
    'Insufficient balance',
    false,
    'never',
    'The balance of the key’s account is below the price of this request. balance_usd is the balance, required_usd the price.',
    'Top up the account. The next request uses the new balance.',
  ),
  key_cap_reached: kind(
    402,
    'Key cap reached',
    true,
    'never',
    'This request would exceed the daily or monthly (UTC) spending cap of the key, or what its developer may spend a day. cap_usd is the cap, spent_usd what was spent of it. The account’s balance is sufficient.',
    'Wait until resets_at, raise the cap in the dashboard, or use another key.',
  ),
  price_above_ceiling: kind(
    402,
    'Price above ceiling',
    false,
    'never',
    'This request costs more than its x-max-cost-usd header allows. price_usd is the price.',
    'Send a higher limit or none. GET /system/price returns the price of every operation, free of charge.',
  ),
  private_account: kind(
    403,
    'Private account',
    false,
    'always',
    'The account is private: its profile is visible, but its content is not. Or its owner restricts who may see it at all.',
    'Request only the profile.',
  ),
  account_suspended: kind(
    403,
    'Account suspended',
    false,
    'never',
    'Support has suspended the account that this key belongs to.',
    'Ask support to resume the account.',
  ),
  wrong_credential: kind(
    403,
    'Wrong credential',
    false,
    'never',
    'A management token was sent to an endpoint that needs an API key, an API key to one below /manage, or a test key to one that needs a live key.',
    'Send an API key to the data API and to /mcp, a live one to monitors, and a management token to /manage.',
  ),
  forbidden: kind(
    403,
    'Forbidden',
    false,
    'never',
    'The signed-in user does not have the permission for this.',
    'Sign in as a user who has this permission.',
  ),
  not_found: kind(
    404,
    'Not found',
    false,
    'upstream',
    'There is no such post, comment, hashtag, place, highlight or audio. The upstream gave this answer, so the response is charged. The dashboard API also uses this code, free of charge, if no object has the id.',
    'Treat it as deleted.',
  ),
  profile_not_found: kind(
    404,
    'Profile not found',
    false,
    'always',
    'There is no such user: the account never existed, was deleted or is banned, or no account has exactly this username.',
    'Treat the user as deleted.',
  ),
  unknown_route: kind(
    404,
    'Unknown route',
    false,
    'never',
    'No endpoint has this URL. Nothing was looked up, so this does not mean that the resource is missing.',
    'Compare the base URL and the path with /docs. Paths are case-sensitive. Send a # or a / inside a value as %23 or %2F.',
  ),
  method_not_allowed: kind(
    405,
    'Method not allowed',
    false,
    'never',
    'Endpoints accept only GET. /system/health also accepts HEAD.',
    'Send a GET request.',
  ),
  request_timeout: kind(
    408,
    'Request timeout',
    true,
    'never',
    'The request did not arrive completely in time.',
    'Send it again.',
  ),
  conflict: kind(
    409,
    'Conflict',
    false,
    'never',
    'The request conflicts with an earlier one or with the current state: the same idempotency key was used with another body, or the object is already in the requested state.',
    'Check the current state first, or use a new idempotency key.',
  ),
  idempotency_key_used_up: kind(
    409,
    'Idempotency key exhausted',
    false,
    'never',
    'The request with this Idempotency-Key was charged, but its response is no longer stored. Loupe has already fetched it again twice, the most that one charge allows.',
    'Send the request with a new key. It is charged again.',
  ),
  payload_too_large: kind(
    413,
    'Payload too large',
    false,
    'never',
    'The request body is too large.',
    'Send a smaller body.',
  ),
  unsupported_media_type: kind(
    415,
    'Unsupported media type',
    false,
    'never',
    'The request body is not JSON, or its content-type does not say so.',
    'Send JSON with content-type: application/json.',
  ),
  unprocessable_entity: kind(
    422,
    'Validation failed',
    false,
    'never',
    'One or more parameters are invalid, sent twice, or unknown to this operation.',
    'Correct every parameter that errors lists. It names the place and the reason of each.',
  ),
  idempotency_key_reused: kind(
    422,
    'Idempotency key reused',
    false,
    'never',
    'The Idempotency-Key of this request was used recently for another operation or with other parameters.',
    'Create a new key for every new request. Use the same key only to repeat a request.',
  ),
  too_many_requests: kind(
    429,
    'Too many requests',
    true,
    'never',
    'The key has made more requests than its rate allows (limit is rate), or has too many requests in flight (limit is concurrency). Rejected requests do not count against the rate.',
    'Wait for the number of seconds in Retry-After. You can request a higher rate in the dashboard.',
  ),
  headers_too_large: kind(
    431,
    'Request headers too large',
    false,
    'never',
    'The URL and headers of the request are together larger than 16 KiB.',
    'Send fewer or shorter headers.',
  ),
  internal_error: kind(
    500,
    'Internal error',
    true,
    'never',
    'An unexpected error in Loupe. It was logged under the request id.',
    'Send the request again. If it fails again, tell support the request id.',
  ),
  upstream_error: kind(
    502,
    'Upstream error',
    true,
    'never',
    'The upstream failed or sent an unusable response (502), did not respond in time (504), or is known to be unavailable (503, with Retry-After). Or it hides the resource from viewers of some age or region (502 with retryable false).',
    'Send the request again later, with increasing pauses. Do not repeat it if retryable is false.',
  ),
  not_cached: kind(
    504,
    'Not cached',
    false,
    'never',
    'The request accepts only a cached response (Cache-Control: only-if-cached), and none is recent enough.',
    'Send the request without only-if-cached.',
  ),
  service_unavailable: kind(
    503,
    'Service unavailable',
    true,
    'never',
    'Loupe cannot serve this request now: it is overloaded or shutting down, or its database is unavailable.',
    'Wait for the number of seconds in Retry-After, and send the request again.',
  ),
} satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof problemRegistry;

export const problemCodes = Object.keys(problemRegistry) as ProblemCode[];

function kind(
  status: number,
  title: string,
  retryable: boolean,
  charged: ProblemKind['charged'],
  explanation: string,
  action: string,
): ProblemKind {
  return { status, title, retryable, charged, explanation, action };
}
