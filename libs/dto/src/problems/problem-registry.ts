/** What a code means to a caller: its status, its title, whether a repeat may succeed, and whether the answer is paid for. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  readonly retryable: boolean;
  /** `always`: the upstream gave this answer; `never`: Loupe refused or failed; `upstream`: only where the upstream gave it. */
  readonly charged: 'always' | 'never' | 'upstream';
  /** For a person who looks the code up: what happened and what to do. */
  readonly explanation: string;
}

/** Every code that an error of Loupe can carry. The served pages below /errors and docs/errors.md are made from it. */
export const problemRegistry = {
  bad_request: kind(
    400,
    'Malformed request',
    false,
    'never',
    'The request is not well-formed HTTP, or its address cannot be decoded. Correct it before sending it again.',
  ),
  invalid_parameter: kind(
    400,
    'Invalid parameter',
    false,
    'never',
    'A parameter is well-formed but cannot be used here: a post id that is neither a pk, a composite id nor a shortcode, a composite id that names another owner than user_id, an address that is not one of the platform’s, or max_id where only cursor works.',
  ),
  invalid_cursor: kind(
    400,
    'Invalid cursor',
    false,
    'never',
    'A paging token (cursor, min_id or max_id) was not issued by this service for this endpoint and these parameters. Pass it back unchanged, with the parameters of the request that gave it; leave it out to begin again.',
  ),
  unauthorized: kind(
    401,
    'Unauthorized',
    false,
    'never',
    'The x-api-key header is missing, or holds no key that works: mistyped, unknown, revoked or expired. Create a key in the dashboard and send it with every request.',
  ),
  insufficient_balance: kind(
    402,
    'Insufficient balance',
    false,
    'never',
    'The balance of the key’s account, or a spending cap of the key, is below the price of this request. required_usd and balance_usd say by how much. Top up, or raise the cap, and send the request again.',
  ),
  private_account: kind(
    403,
    'Private account',
    false,
    'always',
    'The owner of what was asked for keeps the account private. Its profile can be read, its content cannot.',
  ),
  account_suspended: kind(
    403,
    'Account suspended',
    false,
    'never',
    'Support has suspended the account that this key belongs to. Write to support to have it resumed.',
  ),
  forbidden: kind(403, 'Forbidden', false, 'never', 'The signed-in user may not do this.'),
  not_found: kind(
    404,
    'Not found',
    false,
    'upstream',
    'There is no such post, comment, hashtag, place, highlight or audio (the upstream was asked and the answer is charged), or no such address here (free).',
  ),
  profile_not_found: kind(
    404,
    'Profile not found',
    false,
    'always',
    'There is no such user: never existed, deleted or banned, or no account has exactly this username.',
  ),
  method_not_allowed: kind(405, 'Method not allowed', false, 'never', 'Every endpoint answers GET and nothing else.'),
  request_timeout: kind(408, 'Request timeout', true, 'never', 'The request did not arrive completely in time.'),
  conflict: kind(
    409,
    'Conflict',
    false,
    'never',
    'The request contradicts an earlier one: the same idempotency key was used with another body, or the thing is already in the state asked for.',
  ),
  payload_too_large: kind(
    413,
    'Payload too large',
    false,
    'never',
    'The body of the request is larger than any that is needed here.',
  ),
  unsupported_media_type: kind(
    415,
    'Unsupported media type',
    false,
    'never',
    'Bodies are JSON, sent with content-type: application/json.',
  ),
  unprocessable_entity: kind(
    422,
    'Unprocessable request',
    false,
    'never',
    'One or more parameters fail validation. errors lists every fault, with its place and its name.',
  ),
  too_many_requests: kind(
    429,
    'Too many requests',
    true,
    'never',
    'More requests than the rate of this key allows. Retry-After says how many seconds to wait. Refused requests are free and do not push the window on.',
  ),
  headers_too_large: kind(
    431,
    'Request headers too large',
    false,
    'never',
    'The address and headers of the request are together larger than 16 KiB.',
  ),
  internal_error: kind(
    500,
    'Internal error',
    true,
    'never',
    'A fault of ours. It has been recorded under the request id.',
  ),
  upstream_error: kind(
    502,
    'Upstream error',
    true,
    'never',
    'The upstream failed, answered nonsense (502), did not answer in time (504), or is known to be unavailable (503, with Retry-After). Send the request again later.',
  ),
  service_unavailable: kind(
    503,
    'Service unavailable',
    true,
    'never',
    'Loupe cannot serve this request now: overloaded, shutting down, or its database is out of reach. Retry-After says when to try again.',
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
): ProblemKind {
  return { status, title, retryable, charged, explanation };
}
