import { InvalidValue } from '@loupe/dto';
import { misspeltNames } from './misspelt-names';
import { type Variable, variables } from './variables';

export const ENV = Symbol('ENV');

type Variables = typeof variables;

/** The validated configuration. Amounts are in micro-USD, folders are absolute paths. */
export type Env = { readonly [Name in keyof Variables]: Variables[Name] extends Variable<infer T> ? T : never };

/** All errors of a configuration, one sentence each. */
export class EnvError extends Error {
  constructor(readonly errors: string[]) {
    super(errors.join('\n'));
  }
}

/** Reads and validates the configuration. @throws {EnvError} with all errors, then hints at misspelt names */
export function readEnv(given: NodeJS.ProcessEnv = process.env): Env {
  const { env, errors } = checkEnv(given);
  if (errors.length > 0) throw new EnvError([...errors, ...misspellings(given)]);
  return env as Env;
}

/**
 * Reads the configuration, for checks that go beyond it.
 * @param isServer whether the addresses that only the server needs are mandatory
 * @returns the valid values and all errors
 */
export function checkEnv(given: NodeJS.ProcessEnv, isServer = false): { env: Partial<Env>; errors: string[] } {
  const source = withoutMarks(given);
  const production = source.NODE_ENV === 'production';
  const errors: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { read, fallback }] of Object.entries(variables)) {
    const text = source[name] || (typeof fallback === 'object' ? fallback[Number(production)] : fallback);
    const value = text === undefined ? undefined : read(text);
    if (value instanceof InvalidValue) errors.push(`${name} ${value.message}`);
    else values[name] = value;
  }
  const provider = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  const isProviderGiven = provider.some((name) => source[name]);
  const needed: [keyof Variables, boolean, string][] = [
    ['DATABASE_URL', isServer, 'the server runs without npm start'],
    ['UPSTREAM_BASE_URL', isServer, 'the server runs without npm start'],
    ['CURSOR_SECRET', production, 'NODE_ENV=production'],
    // Without PUBLIC_URL, links would use the host that a request names.
    ['PUBLIC_URL', production, 'NODE_ENV=production'],
    ['PUBLIC_URL', !production && values.SMTP_URL !== undefined, 'SMTP_URL is set'],
    // Exported rows must not go to a folder that the next process does not see.
    ['LEDGER_EXPORT_DIR', values.LEDGER_DETAIL_MONTHS !== undefined, 'LEDGER_DETAIL_MONTHS is set'],
    [
      'SECRETS_KEY',
      production && values.REQUIRE_STAFF_TOTP === true,
      'NODE_ENV=production, unless REQUIRE_STAFF_TOTP=false',
    ],
    ...provider.map((name): [typeof name, boolean, string] => [
      name,
      isProviderGiven || values.PASSWORD_SIGN_IN === false,
      isProviderGiven ? 'people sign in through an OpenID provider' : 'PASSWORD_SIGN_IN=false',
    ]),
    ['STRIPE_SECRET_KEY', Boolean(source.STRIPE_WEBHOOK_SECRET), 'STRIPE_WEBHOOK_SECRET is set'],
    ['STRIPE_WEBHOOK_SECRET', Boolean(source.STRIPE_SECRET_KEY), 'STRIPE_SECRET_KEY is set'],
  ];
  for (const [name, isNeeded, when] of needed)
    if (isNeeded && !source[name]) errors.push(`${name} must be set when ${when}`);
  // Anybody can pay with a test card.
  if (production && `${values.STRIPE_SECRET_KEY ?? ''}`.includes('_test_'))
    errors.push('STRIPE_SECRET_KEY must be a live key when NODE_ENV=production; this is a test key');
  return { env: Object.freeze(values as Partial<Env>), errors };
}

/** What looks wrong and does not prevent the start, one sentence each. */
export function envWarnings(env: Env, given: NodeJS.ProcessEnv): string[] {
  const warnings = misspellings(given);
  if (env.SECRETS_KEY?.some((secret) => env.CURSOR_SECRET?.includes(secret)))
    warnings.push('CURSOR_SECRET and SECRETS_KEY have a secret in common; use different ones');
  return warnings;
}

/** Hints at names that are probably misspelt, one sentence each. */
export function misspellings(given: NodeJS.ProcessEnv): string[] {
  return misspeltNames(withoutMarks(given), Object.keys(variables));
}

/** Editors on Windows begin a file with a byte order mark, which then begins a name or a value. */
function withoutMarks(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const entries = Object.entries(given);
  return Object.fromEntries(
    entries.map(([name, value]) => [name.replace(/^\uFEFF/, ''), value?.replace(/^\uFEFF/, '')]),
  );
}

/** How long requests may run after the port has closed. A response within the upstream's deadline is still charged. */
export function lastRequestsMs({ UPSTREAM_TIMEOUT_MS }: Pick<Env, 'UPSTREAM_TIMEOUT_MS'>): number {
  return UPSTREAM_TIMEOUT_MS + 5_000;
}

/** The time limit of a shutdown: first the lame-duck time, then the last requests, then charges and jobs. */
export function endWithinMs(env: Pick<Env, 'LAME_DUCK_SECONDS' | 'UPSTREAM_TIMEOUT_MS'>): number {
  return env.LAME_DUCK_SECONDS * 1_000 + lastRequestsMs(env) + 20_000;
}

export function publicUrlOf({ PUBLIC_URL, PORT }: Pick<Env, 'PUBLIC_URL' | 'PORT'>): string {
  return PUBLIC_URL ?? `http://localhost:${PORT}`;
}
