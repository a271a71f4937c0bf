import { resolve } from 'node:path';
import { InvalidValue, oneOf, type Reader, trueOrFalse, usdAmount, usdAmountAboveZero, wholeNumber } from '@loupe/dto';
import { contact, list, ratio, secrets, text, url } from './env-readers';

/** Injection token of the one validated {@link Env}. */
export const ENV = Symbol('ENV');

const port = wholeNumber(0, 65_535);

/** Without the slash at its end: paths are appended to it. */
const publicUrl: Reader<string> = (value) => {
  const given = url('http', 'https')(value);
  return given instanceof InvalidValue ? given : given.replace(/\/$/, '');
};

/** Every variable that Loupe reads: how it is read and what stands when it is not set. This table is the documentation's source. */
const variables = {
  NODE_ENV: variable(
    oneOf('development', 'production', 'test'),
    'development',
    'production makes secrets and PUBLIC_URL mandatory',
  ),
  HOST: variable(text, '0.0.0.0', 'address that the public port listens on'),
  PORT: variable(port, 3000, 'public port: data API, docs, dashboard'),
  MANAGEMENT_HOST: variable(text, '127.0.0.1', 'address that the management port listens on'),
  MANAGEMENT_PORT: variable(port, 9464, 'metrics and probes'),
  PUBLIC_URL: variable<string | undefined>(
    publicUrl,
    undefined,
    'address that users see, for links, cookies and the `type` of errors; must be set in production and with SMTP_URL',
  ),
  TRUSTED_PROXIES: variable(list, [], 'addresses or ranges of proxies whose X-Forwarded-For is trusted'),
  DATA_DIR: variable(
    (value) => resolve(value),
    resolve('.data'),
    'folder of its own: embedded database, demo.json, and the doubtful charges that a killed process leaves',
  ),
  DATABASE_URL: variable<string | undefined>(
    url('postgres', 'postgresql'),
    undefined,
    'PostgreSQL; embedded when not set',
  ),
  DATABASE_POOL_SIZE: variable(
    wholeNumber(2, 100),
    10,
    'pooled connections of a process, which opens three more beside them',
  ),
  REDIS_URL: variable<string | undefined>(
    url('redis', 'rediss'),
    undefined,
    'Redis or Valkey, for several API processes',
  ),
  UPSTREAM_BASE_URL: variable<string | undefined>(
    url('http', 'https'),
    undefined,
    'the upstream; simulated when not set',
  ),
  UPSTREAM_SESSIONS_FILE: variable<string | undefined>(
    text,
    undefined,
    'JSON file with the sessions to use, read anew when it changes',
  ),
  UPSTREAM_DOC_IDS_FILE: variable<string | undefined>(
    text,
    undefined,
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
  UPSTREAM_MAX_WAITING: variable(
    wholeNumber(4, 10_000),
    1_000,
    'requests of one family that may wait for a connection, half of them of one account; beyond it, callers get 503',
  ),
  UPSTREAM_MAX_ANSWER_MB: variable(
    wholeNumber(1, 512),
    16,
    'longest answer of the upstream, before and after decompression; one that becomes more than a hundred times as long is refused from 1 MB on',
  ),
  UPSTREAM_BUFFER_MB: variable(
    wholeNumber(16, 16_384),
    256,
    'memory for answers of the upstream that are under way; beyond it, callers get 503',
  ),
  SANDBOX_UPSTREAM_URL: variable<string | undefined>(
    url('http', 'https'),
    undefined,
    'the simulator that answers calls with test keys; it must accept its default session. Test keys are switched off when not set',
  ),
  UPSTREAM_TRACEPARENT: variable(
    trueOrFalse,
    false,
    'send `traceparent` to the upstream: where it is yours, and traces requests, too',
  ),
  PRICE_PER_REQUEST_USD: variable(usdAmountAboveZero, 600n, 'price of one unit'),
  RATE_LIMIT_PER_SECOND: variable(
    wholeNumber(1, 10_000),
    10,
    'requests per second of a key and those it was rotated into, unless support has raised it',
  ),
  MAX_CONCURRENT_PER_KEY: variable(
    wholeNumber(1, 10_000),
    200,
    'concurrent requests of a key and those it was rotated into',
  ),
  MAX_CONCURRENT_REQUESTS: variable(
    wholeNumber(2, 100_000),
    1_000,
    'concurrent requests with a key in a process; from half of them on, the busiest accounts are refused first',
  ),
  MAX_CONCURRENT_PER_ACCOUNT: variable(wholeNumber(1, 100_000), 500, 'concurrent requests of an account in a process'),
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
  MAX_KEYS_PER_ACCOUNT: variable(wholeNumber(1, 10_000), 50, 'active keys of one account'),
  PLAYGROUND_DAILY_CAP_USD: variable(
    usdAmount,
    250_000n,
    'what an account may spend in the playground in a day, until its owner sets another cap for the key',
  ),
  KEY_REFRESH_SECONDS: variable(
    wholeNumber(1, 30),
    10,
    'how often the key set is reloaded, in addition to notifications',
  ),
  LAME_DUCK_SECONDS: variable<number | undefined>(
    wholeNumber(0, 600),
    undefined,
    'how long a process that ends says so, by `/readyz`, before its port closes',
  ),
  SHUTDOWN_SECONDS: variable<number | undefined>(
    wholeNumber(1, 600),
    undefined,
    'how long requests under way may take after the port has closed',
  ),
  CURSOR_SECRET: variable<string[] | undefined>(
    secrets,
    undefined,
    'seals cursors, 32 characters or more; kept in the database when not set, required in production',
  ),
  SECRETS_KEY: variable<string[] | undefined>(
    secrets,
    undefined,
    'encrypts secrets of second factors and webhooks, 32 characters or more; kept in the database when not set, none in production',
  ),
  TOP_UP_CONFIRM_USD: variable(usdAmount, 1_000_000_000n, 'top-ups above it must repeat their amount'),
  USAGE_RETENTION_DAYS: variable(wholeNumber(1, 3650), 90, 'how long individual requests are kept; totals stay'),
  REQUEST_ADDRESS_RETENTION_DAYS: variable(
    wholeNumber(0, 3650),
    30,
    'how long the log says what was asked for, path and query; 0 keeps none of it',
  ),
  LEDGER_DETAIL_MONTHS: variable<number | undefined>(
    wholeNumber(1, 1200),
    undefined,
    'how many closed months of the ledger stay in the database row by row; older ones are exported and dropped. All of them when not set',
  ),
  LEDGER_EXPORT_DIR: variable<string | undefined>(
    (value) => resolve(value),
    undefined,
    'folder that closed months are exported to, the same for every process and command',
  ),
  REQUIRE_STAFF_TOTP: variable<boolean | undefined>(
    trueOrFalse,
    undefined,
    'support must sign in with a second factor; on where NODE_ENV=production',
  ),
  SMTP_URL: variable<string | undefined>(
    url('smtp', 'smtps'),
    undefined,
    'mail server; links to set a password are then sent, not shown',
  ),
  OPERATOR_WEBHOOK_URL: variable<string | undefined>(
    url('http', 'https'),
    undefined,
    'receives, as JSON, what only a person can fix: a session of the upstream that is dead',
  ),
  MAIL_FROM: variable(text, 'loupe@localhost', 'sender of those emails'),
  CONTACT: variable<string | undefined>(
    contact,
    undefined,
    'email address or web page that callers write to, named in the documentation',
  ),
  DEMO: variable<boolean | undefined>(trueOrFalse, undefined, 'seed the demo account; on unless NODE_ENV=production'),
  LOG_LEVEL: variable(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'how much is logged',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable<string | undefined>(
    url('http', 'https'),
    undefined,
    'OpenTelemetry collector that takes traces as OTLP over HTTP; no request is traced when not set',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: variable<string | undefined>(
    text,
    undefined,
    'headers of requests to the collector: `name=value,name=value`',
  ),
  OTEL_SERVICE_NAME: variable(text, 'loupe', 'name of the service in traces'),
  OTEL_TRACES_SAMPLER: variable(
    oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
    'parentbased_always_on',
    'which requests are traced; with `parentbased_…`, the `traceparent` of a caller decides where there is one',
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(ratio, 1, 'share of requests that the samplers with `traceidratio` trace'),
};

interface Variable<T> {
  read: Reader<T>;
  fallback: T;
  purpose: string;
}

function variable<T>(read: Reader<T>, fallback: T, purpose: string): Variable<T> {
  return { read, fallback, purpose };
}

type Variables = typeof variables;
type Values = { readonly [Name in keyof Variables]: Variables[Name] extends Variable<infer T> ? T : never };

/** The validated configuration: numbers are numbers, amounts are micro-USD, paths are absolute. */
export type Env = Omit<Values, Decided> & { readonly [Name in Decided]: NonNullable<Values[Name]> };

/** What other variables decide where it is not set. */
type Decided = 'DEMO' | 'REQUIRE_STAFF_TOTP' | 'LAME_DUCK_SECONDS' | 'SHUTDOWN_SECONDS';

/** All faults of a configuration at once, one sentence each. */
export class EnvError extends Error {
  constructor(readonly faults: string[]) {
    super(faults.join('\n'));
  }
}

/** Reads and validates the configuration. @throws {EnvError} with every fault, not just the first. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { read, fallback }] of Object.entries(variables)) {
    const given = source[name];
    const value = given === undefined || given === '' ? fallback : read(given);
    if (value instanceof InvalidValue) faults.push(`${name} ${value.message}`);
    else values[name] = value;
  }
  const production = values.NODE_ENV === 'production';
  values.DEMO ??= !production;
  values.REQUIRE_STAFF_TOTP ??= production;
  // Elsewhere nothing is in front that looks at `/readyz`, and somebody waits for Ctrl-C.
  values.LAME_DUCK_SECONDS ??= production ? 5 : 0;
  // An answer that comes with the upstream's deadline still has to be charged.
  values.SHUTDOWN_SECONDS ??= Math.ceil(Number(values.UPSTREAM_TIMEOUT_MS) / 1_000) + 5;
  const needed: [keyof Variables, boolean, string][] = [
    ['CURSOR_SECRET', production, 'NODE_ENV=production'],
    // Without it, links begin with whatever host a request names.
    ['PUBLIC_URL', production, 'NODE_ENV=production'],
    ['PUBLIC_URL', !production && values.SMTP_URL !== undefined, 'SMTP_URL is set'],
    // Rows must not go to a folder that the next process does not see.
    ['LEDGER_EXPORT_DIR', values.LEDGER_DETAIL_MONTHS !== undefined, 'LEDGER_DETAIL_MONTHS is set'],
    [
      'SECRETS_KEY',
      production && values.REQUIRE_STAFF_TOTP === true,
      'NODE_ENV=production, unless REQUIRE_STAFF_TOTP=false',
    ],
  ];
  for (const [name, isNeeded, when] of needed)
    if (isNeeded && !source[name]) faults.push(`${name} must be set when ${when}`);
  if (faults.length > 0) throw new EnvError(faults);
  return Object.freeze(values as Env);
}

/** Name, default and purpose of every variable, for the operator's guide. */
export const documentedVariables = Object.entries(variables).map(([name, { fallback, purpose }]) => ({
  name,
  fallback,
  purpose,
}));

/** Longer than an orderly end takes: lame duck, requests under way, then charges and jobs. */
export function endWithinMs({ LAME_DUCK_SECONDS, SHUTDOWN_SECONDS }: Env): number {
  return (LAME_DUCK_SECONDS + SHUTDOWN_SECONDS + 20) * 1_000;
}

/** The address that users see, without a slash at its end; this machine's when PUBLIC_URL is not set. */
export function publicUrlOf({ PUBLIC_URL, PORT }: Pick<Env, 'PUBLIC_URL' | 'PORT'>): string {
  return PUBLIC_URL ?? `http://localhost:${PORT}`;
}
