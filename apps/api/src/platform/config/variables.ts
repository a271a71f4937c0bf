import { resolve } from 'node:path';
import { InvalidValue, oneOf, type Reader, trueOrFalse, usdAmount, usdAmountAboveZero, wholeNumber } from '@loupe/dto';
import { contact, list, secrets, text, url } from './env-readers';

const port = wholeNumber(0, 65_535);

/** Without the slash at its end: paths are appended to it. */
const publicUrl: Reader<string> = (value) => {
  const given = url('http', 'https')(value);
  return given instanceof InvalidValue ? given : given.replace(/\/$/, '');
};

/** Every variable that Loupe reads: how it is read and what stands when it is not set. This table is the documentation's source. */
export const variables = {
  NODE_ENV: variable(
    oneOf('development', 'production', 'test'),
    'development',
    'production makes secrets and PUBLIC_URL mandatory',
  ),
  HOST: variable(text, '0.0.0.0', 'address that the public port listens on'),
  PORT: variable(port, 3000, 'public port: data API, docs, dashboard'),
  MANAGEMENT_HOST: variable(text, '127.0.0.1', 'address that the management port listens on'),
  MANAGEMENT_PORT: variable(port, 9464, 'metrics and probes'),
  PUBLIC_URL: optional(
    publicUrl,
    'address that users see, for links, cookies and the `type` of errors; must be set in production and with SMTP_URL',
  ),
  TRUSTED_PROXIES: variable(list, [], 'addresses or ranges of proxies whose X-Forwarded-For is trusted'),
  DATA_DIR: variable(
    (value) => resolve(value),
    resolve('.data'),
    'folder of its own: embedded database, demo.json, and the doubtful charges that a killed process leaves',
  ),
  DATABASE_URL: optional(url('postgres', 'postgresql'), 'PostgreSQL; embedded when not set'),
  DATABASE_POOL_SIZE: variable(
    wholeNumber(2, 100),
    10,
    'pooled connections of a process, which opens three more beside them',
  ),
  REDIS_URL: optional(url('redis', 'rediss'), 'Redis or Valkey, for several API processes'),
  UPSTREAM_BASE_URL: optional(url('http', 'https'), 'the upstream; simulated when not set'),
  UPSTREAM_SESSIONS_FILE: optional(text, 'JSON file with the sessions to use, read anew when it changes'),
  UPSTREAM_DOC_IDS_FILE: optional(
    text,
    'JSON file with the GraphQL document ids of the upstream; the built-in ones are those of the simulator',
  ),
  UPSTREAM_TIMEOUT_MS: variable(
    wholeNumber(50, 120_000),
    15_000,
    'how long an upstream answer may take, retries included',
  ),
  UPSTREAM_CONNECTIONS: variable(
    wholeNumber(8, 4_096),
    256,
    'connections to the upstream, in equal shares for its eight families of requests',
  ),
  SANDBOX_UPSTREAM_URL: optional(
    url('http', 'https'),
    'the simulator that answers calls with test keys; it must accept its default session. Test keys are switched off when not set',
  ),
  PRICE_PER_REQUEST_USD: variable(usdAmountAboveZero, 600n, 'price of one unit'),
  RATE_LIMIT_PER_SECOND: variable(
    wholeNumber(1, 10_000),
    10,
    'requests per second of a key and those it was rotated into, unless support has raised it',
  ),
  MAX_CONCURRENT_REQUESTS: variable(
    wholeNumber(2, 100_000),
    600,
    'concurrent requests with a key in a process; from half of them on, the busiest accounts are refused first',
  ),
  IDEMPOTENCY_SECONDS: variable(
    wholeNumber(60, 86_400),
    600,
    'how long requests with the same Idempotency-Key are charged once',
  ),
  CACHE_MEMORY_MB: variable(
    wholeNumber(0, 4_096),
    64,
    'memory of a process for answers that accounts may have again, at most 8 MB of it for one account; 0 keeps none',
  ),
  CACHED_PRICE_PERCENT: variable(
    wholeNumber(0, 100),
    0,
    'what an answer costs that is given again to a request with Cache-Control: max-age, in percent of its price',
  ),
  MCP_SESSION_BUDGET_USD: variable(
    usdAmount,
    250_000n,
    'what an agent may spend through `/mcp` with one key before it has been idle for half an hour, unless its `x-loupe-budget-usd` header says otherwise',
  ),
  KEY_REFRESH_SECONDS: variable(
    wholeNumber(1, 30),
    10,
    'how often the key set is reloaded, in addition to notifications',
  ),
  LAME_DUCK_SECONDS: optional(
    wholeNumber(0, 600),
    'how long a process that ends says so, by `/readyz`, before its port closes',
  ),
  CURSOR_SECRET: optional(
    secrets,
    'seals cursors, 32 characters or more; kept in the database when not set, required in production',
  ),
  SECRETS_KEY: optional(
    secrets,
    'encrypts secrets of second factors and webhooks, 32 characters or more; kept in the database when not set, none in production',
  ),
  USAGE_RETENTION_DAYS: variable(wholeNumber(1, 3650), 90, 'how long individual requests are kept; totals stay'),
  REQUEST_ADDRESS_RETENTION_DAYS: variable(
    wholeNumber(0, 3650),
    30,
    'how long the log says what was asked for, path and query; 0 keeps none of it',
  ),
  LEDGER_DETAIL_MONTHS: optional(
    wholeNumber(1, 1200),
    'how many closed months of the ledger stay in the database row by row; older ones are exported and dropped. All of them when not set',
  ),
  LEDGER_EXPORT_DIR: optional(
    (value) => resolve(value),
    'folder that closed months are exported to, the same for every process and command',
  ),
  REQUIRE_STAFF_TOTP: optional(trueOrFalse, 'support must sign in with a second factor; on where NODE_ENV=production'),
  SMTP_URL: optional(url('smtp', 'smtps'), 'mail server; links to set a password are then sent, not shown'),
  OPERATOR_WEBHOOK_URL: optional(
    url('http', 'https'),
    'receives, as JSON, what only a person can fix: a session of the upstream that is dead',
  ),
  MAIL_FROM: variable(text, 'loupe@localhost', 'sender of those emails'),
  CONTACT: optional(contact, 'email address or web page that callers write to, named in the documentation'),
  DEMO: optional(trueOrFalse, 'seed the demo account; on unless NODE_ENV=production'),
  LOG_LEVEL: variable(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'how much is logged',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    url('http', 'https'),
    'OpenTelemetry collector that takes traces as OTLP over HTTP; no request is traced when not set',
  ),
};

export interface Variable<T> {
  read: Reader<T>;
  fallback: T;
  purpose: string;
}

function variable<T>(read: Reader<T>, fallback: T, purpose: string): Variable<T> {
  return { read, fallback, purpose };
}

/** Without a default: undefined when it is not set. */
function optional<T>(read: Reader<T>, purpose: string): Variable<T | undefined> {
  return { read, fallback: undefined, purpose };
}
