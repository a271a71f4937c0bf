/** What a code means to a caller: its status, its title, whether a repeat may succeed, and whether the answer is paid for. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** Whether the same request may succeed later, without anybody changing anything. */
  readonly retryable: boolean;
  /** `always`: the upstream gave this answer; `never`: Loupe refused or failed; `upstream`: only where the upstream gave it. */
  readonly charged: 'always' | 'never' | 'upstream';
  /** For a person who looks the code up: what happened. */
  readonly explanation: string;
  /** And what to do about it. */
  readonly action: string;
}

/** Every code that an error of Loupe can carry. The served pages below /errors and docs/errors.md are made from it. */
export const problemRegistry = {
  bad_request: kind(
    400,
    'Malformed request',
    false,
    'never',
    'The request is not well-formed HTTP, or its address cannot be decoded.',
    'Correct the request. Characters beyond ASCII are percent-encoded in an address.',
  ),
  invalid_parameter: kind(
    400,
    'Invalid parameter',
    false,
    'never',
    'A parameter is well-formed but cannot be used here: a post id that is neither a pk, a composite id nor a shortcode, a composite id that names another owner than user_id, an address that is not one of the platform’s, or max_id where only cursor works.',
    'Correct the parameter that errors names.',
  ),
  invalid_cursor: kind(
    400,
    'Invalid cursor',
    false,
    'never',
    'A paging token (cursor, min_id or max_id) was not issued by this service for this endpoint and these parameters.',
    'Pass the token of the previous page back unchanged, with the parameters of the request that gave it. Leave it out to start again.',
  ),
  unauthorized: kind(
    401,
    'Unauthorized',
    false,
    'never',
    'The x-api-key header is missing, or holds no key that works: mistyped, unknown, revoked or expired.',
    'Create a key in the dashboard and send it in the x-api-key header of every request.',
  ),
  insufficient_balance: kind(
    402,
    'Insufficient balance',
    false,
    'never',
    'The balance of the key’s account is below the price of this request: balance_usd is what there is, required_usd the price.',
    'Top up the account. The next request already uses the new balance.',
  ),
  key_cap_reached: kind(
    402,
    'Key cap reached',
    true,
    'never',
    'This request would pass the spending cap that the key has for a day or a month (UTC): cap_usd is the cap, spent_usd what the key has spent of it. The account’s balance is sufficient.',
    'Wait until resets_at, raise the cap in the dashboard, or use another key.',
  ),
  price_above_ceiling: kind(
    402,
    'Price above ceiling',
    false,
    'never',
    'This request costs more than the x-max-cost-usd header of the request allows: price_usd is the price.',
    'Send a higher ceiling or none. GET /system/price returns the price of every operation at no charge.',
  ),
  private_account: kind(
    403,
    'Private account',
    false,
    'always',
    'The owner of what was asked for keeps the account private: its profile can be read, its content cannot. Or restricts who may see it at all.',
    'Ask for the profile only.',
  ),
  account_suspended: kind(
    403,
    'Account suspended',
    false,
    'never',
    'Support has suspended the account that this key belongs to.',
    'Ask support to resume it.',
  ),
  forbidden: kind(
    403,
    'Forbidden',
    false,
    'never',
    'The signed-in user may not do this.',
    'Sign in as a user who has this permission.',
  ),
  not_found: kind(
    404,
    'Not found',
    false,
    'upstream',
    'There is no such post, comment, hashtag, place, highlight or audio: the upstream was asked, and its answer is charged. The dashboard’s API, which is free, says the same of what has no such id.',
    'Treat it as deleted.',
  ),
  profile_not_found: kind(
    404,
    'Profile not found',
    false,
    'always',
    'There is no such user: never existed, deleted or banned, or no account has exactly this username.',
    'Treat the user as deleted.',
  ),
  unknown_route: kind(
    404,
    'Unknown route',
    false,
    'never',
    'No endpoint has this address. Nothing was looked up, so it says nothing about the thing you wanted.',
    'Check the base URL and the path against /docs. Paths are case-sensitive; a # or a / inside a value is sent as %23 or %2F.',
  ),
  method_not_allowed: kind(
    405,
    'Method not allowed',
    false,
    'never',
    'Every endpoint answers GET and nothing else. /system/health answers HEAD, too.',
    'Send a GET.',
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
    'The request contradicts an earlier one: the same idempotency key was used with another body, or the thing is already in the state asked for.',
    'Check the current state first, or use a new idempotency key.',
  ),
  idempotency_key_used_up: kind(
    409,
    'Idempotency key used up',
    false,
    'never',
    'The request with this Idempotency-Key has been charged, its answer is no longer held, and it has been fetched again twice, which is as often as one price allows.',
    'Send the request with a new key: it is charged again.',
  ),
  payload_too_large: kind(
    413,
    'Payload too large',
    false,
    'never',
    'The body of the request is larger than any that is needed here.',
    'Send a smaller body.',
  ),
  unsupported_media_type: kind(
    415,
    'Unsupported media type',
    false,
    'never',
    'The body of the request is not JSON, or does not say so.',
    'Send JSON, with content-type: application/json.',
  ),
  unprocessable_entity: kind(
    422,
    'Unprocessable request',
    false,
    'never',
    'One or more parameters fail validation, are repeated, or are not parameters of this operation.',
    'Correct what errors names: it lists every fault of the request, with its place and its name.',
  ),
  idempotency_key_reused: kind(
    422,
    'Idempotency key reused',
    false,
    'never',
    'The Idempotency-Key of this request was used a short while ago for another operation or with other parameters.',
    'Make a new key for every request that is not the repeat of an earlier one.',
  ),
  too_many_requests: kind(
    429,
    'Too many requests',
    true,
    'never',
    'The key has made more requests than its rate allows (limit is rate), or has too many under way at once (limit is concurrency). Refused requests do not count against the rate.',
    'Wait as many seconds as Retry-After says. Ask for a higher rate in the dashboard.',
  ),
  headers_too_large: kind(
    431,
    'Request headers too large',
    false,
    'never',
    'The address and headers of the request are together larger than 16 KiB.',
    'Send fewer or shorter headers.',
  ),
  internal_error: kind(
    500,
    'Internal error',
    true,
    'never',
    'A fault of ours. It has been recorded under the request id.',
    'Send the request again. Tell support the request id if it happens again.',
  ),
  upstream_error: kind(
    502,
    'Upstream error',
    true,
    'never',
    'The upstream failed, sent an unusable answer (502), did not answer in time (504), or is known to be unavailable (503, with Retry-After). Or it keeps the thing from viewers of some age or place (502 with retryable false).',
    'Send the request again later, after longer and longer pauses; not where retryable is false.',
  ),
  not_cached: kind(
    504,
    'Not cached',
    false,
    'never',
    'The request asks for a kept answer alone (Cache-Control: only-if-cached), and there is none that is recent enough.',
    'Send the request without only-if-cached.',
  ),
  service_unavailable: kind(
    503,
    'Service unavailable',
    true,
    'never',
    'Loupe cannot serve this request now: overloaded, shutting down, or its database is out of reach.',
    'Send the request again after as many seconds as Retry-After says.',
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
