import { resolve } from 'node:path';
import { line, oneOf, type Reader, trueOrFalse, usdAmount, usdAmountAboveZero, wholeNumber } from '@loupe/dto';
import {
  addressRanges,
  baseUrl,
  contact,
  issuer,
  secrets,
  stripeKey,
  stripeWebhookSecret,
  text,
  url,
} from './env-readers';

export interface Variable<T> {
  readonly read: Reader<T>;
  /** The default as text, or a default outside production and one in production. Undefined: there is no default. */
  readonly fallback: string | readonly [elsewhere: string, inProduction: string] | undefined;
  readonly purpose: string;
}

const port = wholeNumber(0, 65_535);
const folder: Reader<string> = (value) => resolve(value);

const setInProduction = {
  NODE_ENV: variable(
    oneOf('development', 'production', 'test'),
    'development',
    '`production` makes `PUBLIC_URL` and the two secrets mandatory and creates no demo account. The image sets it.',
  ),
  DATABASE_URL: optional(url('postgres', 'postgresql'), 'PostgreSQL. `npm start` runs its own when this is not set.'),
  PUBLIC_URL: optional(
    baseUrl,
    'The address that users see. Links, cookies and the `type` of errors depend on it. `SMTP_URL` requires it.',
  ),
  UPSTREAM_BASE_URL: optional(
    url('http', 'https'),
    'The upstream. `npm start` runs the simulator when this is not set.',
  ),
  UPSTREAM_SESSIONS_FILE: optional(
    text,
    'JSON file with the upstream sessions, read again when it changes. When it is not set, requests carry no session.',
  ),
  CURSOR_SECRET: optional(
    secrets,
    'Encrypts cursors: 32 characters or more; several secrets are separated by commas, newest first. Outside production, one is generated and kept in the database when it is not set.',
  ),
  SECRETS_KEY: optional(
    secrets,
    'Encrypts the secrets of second factors and webhooks. The format is that of `CURSOR_SECRET`. In production, it may be missing only if `REQUIRE_STAFF_TOTP=false`.',
  ),
};

const lookAt = {
  REDIS_URL: optional(
    url('redis', 'rediss'),
    'Redis or Valkey, which counts the requests of keys for rate limits. Needed when several API processes run.',
  ),
  TRUSTED_PROXIES: variable(
    addressRanges,
    '',
    'IP addresses or ranges of the proxies whose `X-Forwarded-For` is trusted.',
  ),
  MANAGEMENT_HOST: variable(text, '127.0.0.1', 'IP address that metrics and probes listen on. Keep that port private.'),
  DATA_DIR: variable(
    folder,
    '.data',
    'Folder that must survive restarts. It holds in-doubt charges of a killed process and, with `npm start`, the database and demo.json.',
  ),
  UPSTREAM_DOC_IDS_FILE: optional(
    text,
    'JSON file with the upstream’s GraphQL document ids. The built-in ones belong to the simulator.',
  ),
  SANDBOX_UPSTREAM_URL: optional(
    url('http', 'https'),
    'The simulator that answers requests with test keys. It must accept its default session. Test keys are off when this is not set.',
  ),
  PRICE_PER_REQUEST_USD: variable(usdAmountAboveZero, '0.0006', 'Price of a unit. An operation costs 0 to 2 units.'),
  RATE_LIMIT_PER_SECOND: variable(
    wholeNumber(1, 10_000),
    '10',
    'Requests per second of a key and its rotations, unless support has raised the rate.',
  ),
  SMTP_URL: optional(
    url('smtp', 'smtps'),
    'Mail server for all emails. Without it, support and owners pass password links on.',
  ),
  MAIL_FROM: variable(text, 'loupe@localhost', 'Sender of all emails.'),
  CONTACT: optional(contact, 'Email address or web page that the documentation gives to callers.'),
  PUBLIC_STATUS: variable(
    trueOrFalse,
    'true',
    'Show how well each operation works, at `/status` and in the documentation. The figures name no account.',
  ),
  OPERATOR_WEBHOOK_URL: optional(
    url('http', 'https'),
    'URL that receives a JSON message when a person must act: the upstream keeps refusing a session.',
  ),
  STAFF_DAILY_TOP_UP_USD: optional(
    usdAmountAboveZero,
    'What one person in support may credit on a UTC day. A top-up above it waits for another person. There is no limit when this is not set.',
  ),
  STRIPE_SECRET_KEY: optional(
    stripeKey,
    'Secret or restricted key of Stripe, for [card payments](operations/card-payments.md), which are off when this is not set. In production, it must be a live key.',
  ),
  STRIPE_WEBHOOK_SECRET: optional(
    stripeWebhookSecret,
    'Signing secret of the endpoint in Stripe’s dashboard that sends messages to `/payments/stripe`.',
  ),
  REQUIRE_STAFF_TOTP: variable(
    trueOrFalse,
    ['false', 'true'],
    'Support must sign in with a second factor or a passkey.',
  ),
  OIDC_ISSUER: optional(
    issuer,
    'OpenID provider with whose accounts people sign in, as its `issuer` is written in its discovery document. Needs the next two.',
  ),
  OIDC_CLIENT_ID: optional(text, 'The client that the provider has registered for this installation.'),
  OIDC_CLIENT_SECRET: optional(text, 'The secret of that client.'),
  OIDC_NAME: variable(line(40), 'your company account', 'What the button calls the provider: `Continue with …`.'),
  PASSWORD_SIGN_IN: variable(
    trueOrFalse,
    'true',
    'People may sign in with a password. `false` needs an OpenID provider; a password then only links a user to it.',
  ),
  USAGE_RETENTION_DAYS: variable(
    wholeNumber(1, 3650),
    '90',
    'How long the request log is kept. Totals are kept for ever.',
  ),
  REQUEST_ADDRESS_RETENTION_DAYS: variable(
    wholeNumber(0, 3650),
    '30',
    'How long the request log holds the path and query of requests. 0 stores none.',
  ),
};

const changeIfNeeded = {
  HOST: variable(text, '0.0.0.0', 'IP address that the public port listens on.'),
  PORT: variable(port, '3000', 'Public port: data API, documentation, dashboard.'),
  MANAGEMENT_PORT: variable(port, '9464', 'Port of metrics and probes.'),
  DEMO: variable(trueOrFalse, ['true', 'false'], 'Create the demo account and its users.'),
  DATABASE_POOL_SIZE: variable(
    wholeNumber(2, 100),
    '10',
    'Pooled PostgreSQL connections of a process. The process opens three more, or up to 34 on a distributed ledger.',
  ),
  UPSTREAM_TIMEOUT_MS: variable(
    wholeNumber(50, 120_000),
    '15000',
    'How long an upstream response may take, including retries.',
  ),
  UPSTREAM_CONNECTIONS: variable(
    wholeNumber(8, 16_384),
    '1024',
    'Concurrent upstream requests of a process. Each of the eight families of requests has an equal share. As many connections again may be in quarantine after a response.',
  ),
  MAX_CONCURRENT_REQUESTS: variable(
    wholeNumber(2, 100_000),
    '600',
    'Concurrent requests with a key that a process handles: at most half of them from one account, and a third from one key and its rotations.',
  ),
  IDEMPOTENCY_SECONDS: variable(
    wholeNumber(60, 86_400),
    '600',
    'How long requests with the same `Idempotency-Key` are charged once.',
  ),
  CACHE_MEMORY_MB: variable(
    wholeNumber(0, 4_096),
    '64',
    'Memory of a process for cached responses, at most 8 MB of it for one account. 0 turns the cache off.',
  ),
  CACHED_PRICE_PERCENT: variable(
    wholeNumber(0, 100),
    '0',
    'Price of a cached response, as a percentage of the operation’s price.',
  ),
  MCP_SESSION_BUDGET_USD: variable(
    usdAmount,
    '0.25',
    'How much an agent may spend through `/mcp` with one key until it has been idle for half an hour. The `x-loupe-budget-usd` header overrides it.',
  ),
  KEY_REFRESH_SECONDS: variable(
    wholeNumber(1, 30),
    '10',
    'How often a process reads keys again from the database, in addition to notifications.',
  ),
  LAME_DUCK_SECONDS: variable(
    wholeNumber(0, 600),
    ['0', '5'],
    'How long `/readyz` returns 503 before a process that is ending closes its port.',
  ),
  LEDGER_DETAIL_MONTHS: optional(
    wholeNumber(1, 1200),
    'How many closed months of the ledger stay in the database row by row. Older ones are exported and dropped. When it is not set, all of them stay.',
  ),
  LEDGER_EXPORT_DIR: optional(
    folder,
    'Folder for exports of closed months. It must be the same for every process and command.',
  ),
  STRIPE_API_URL: optional(url('http', 'https'), 'Another address of Stripe’s API, for tests.'),
  LOG_LEVEL: variable(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'Lowest level that is logged.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    url('http', 'https'),
    'OpenTelemetry collector that receives traces as OTLP over HTTP. No request is traced when this is not set.',
  ),
};

/** Grouped by when an operator sets a variable. docs/configuration.md is generated from the groups. */
export const variableGroups = [
  { title: 'Set these in production', variables: setInProduction },
  { title: 'Review these', variables: lookAt },
  { title: 'Change these only when you need to', variables: changeIfNeeded },
];

export const variables = { ...setInProduction, ...lookAt, ...changeIfNeeded };

function variable<T>(read: Reader<T>, fallback: NonNullable<Variable<T>['fallback']>, purpose: string): Variable<T> {
  return { read, fallback, purpose };
}

function optional<T>(read: Reader<T>, purpose: string): Variable<T | undefined> {
  return { read, fallback: undefined, purpose };
}
