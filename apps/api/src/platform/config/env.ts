import { InvalidValue } from '@loupe/dto';
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

/** Reads and validates the configuration. @throws {EnvError} with all errors */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const production = source.NODE_ENV === 'production';
  const errors: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { read, fallback }] of Object.entries(variables)) {
    const text = source[name] || (typeof fallback === 'object' ? fallback[Number(production)] : fallback);
    const value = text === undefined ? undefined : read(text);
    if (value instanceof InvalidValue) errors.push(`${name} ${value.message}`);
    else values[name] = value;
  }
  const needed: [keyof Variables, boolean, string][] = [
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
  ];
  for (const [name, isNeeded, when] of needed)
    if (isNeeded && !source[name]) errors.push(`${name} must be set when ${when}`);
  if (errors.length > 0) throw new EnvError(errors);
  return Object.freeze(values as Env);
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
