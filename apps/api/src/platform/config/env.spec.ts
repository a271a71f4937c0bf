import { resolve } from 'node:path';
import { checkEnv, EnvError, endWithinMs, envWarnings, readEnv } from './env';
import { variables } from './variables';

describe('readEnv', () => {
  it('returns the documented defaults when nothing is set', () => {
    const env = readEnv({});
    expect(env).toMatchObject({
      PORT: 3000,
      MANAGEMENT_HOST: '127.0.0.1',
      PRICE_PER_REQUEST_USD: 600n,
      DEMO: true,
      TRUSTED_PROXIES: [],
      DATA_DIR: resolve('.data'),
      LAME_DUCK_SECONDS: 0,
      DATABASE_URL: undefined,
    });
  });

  it('treats an empty value as unset', () => {
    expect(readEnv(Object.fromEntries(Object.keys(variables).map((name) => [name, ''])))).toEqual(readEnv({}));
  });

  it('reports every error at once, with the name of its variable', () => {
    const read = () => readEnv({ PORT: 'eighty', KEY_REFRESH_SECONDS: '31', DATABASE_URL: 'mysql://x', DEMO: 'maybe' });
    expect(read).toThrow(EnvError);
    try {
      read();
    } catch (error) {
      expect((error as EnvError).errors).toEqual([
        'DATABASE_URL must be a URL that begins with postgres:// or postgresql://',
        'PORT must be a whole number from 0 to 65535',
        'DEMO must be true or false',
        'KEY_REFRESH_SECONDS must be a whole number from 1 to 30',
      ]);
    }
  });

  const beginsWith = (...beginnings: string[]) => `must be a URL that begins with ${beginnings.join(' or ')}`;
  const wholeNumber = (min: number, max: number) => `must be a whole number from ${min} to ${max}`;
  const trueOrFalse = 'must be true or false';
  const secrets = 'must be one or more secrets of at least 32 characters';
  const wrong: Record<string, [value: string, message: string][]> = {
    NODE_ENV: [['hunter2', 'must be one of development, production, test']],
    DATABASE_URL: [
      ['hunter2', beginsWith('postgres://', 'postgresql://')],
      ['mysql://u:hunter2@h/d', beginsWith('postgres://', 'postgresql://')],
      ['postgres://u:hunter2%zz@h/d', 'has a % that two hexadecimal digits do not follow'],
      ['postgres://u:hunter2%FF@h/d', 'has an escape such as %FF that is not UTF-8'],
      ['postgres://u:hunter2 x@h/d', 'must not contain spaces or line breaks'],
      ['postgres://u:hunter2@h/d\r', 'must not contain spaces or line breaks'],
      ['postgres://u:hunter2@h:99999/d', 'is not a valid URL; check host and port'],
      ['postgres://u:hunter2/x@h/d', 'is not a valid URL; check host and port'],
      ['postgres://u:hunter2@:5432/d', 'names no host'],
      ['postgres:///hunter2', 'names no host'],
    ],
    PUBLIC_URL: [['hunter2.example.com', beginsWith('http://', 'https://')]],
    UPSTREAM_BASE_URL: [
      ['ftp://hunter2', beginsWith('http://', 'https://')],
      ['https://', 'names no host'],
      ['https://hunter2 .example', 'must not contain spaces'],
    ],
    CURSOR_SECRET: [[`${'x'.repeat(32)},hunter2`, secrets]],
    SECRETS_KEY: [['hunter2', secrets]],
    REDIS_URL: [
      ['u:hunter2@h:6379', beginsWith('redis://', 'rediss://')],
      ['redis://:hunter2@', 'names no host'],
    ],
    TRUSTED_PROXIES: [
      [
        '10.0.0.1,hunter2',
        'must be IP addresses or CIDR ranges such as 10.0.0.0/8, separated by commas; entry 2 is neither',
      ],
      ['10.0.0.0/33', 'entry 1 is neither'],
    ],
    SANDBOX_UPSTREAM_URL: [['hunter2', beginsWith('http://', 'https://')]],
    PRICE_PER_REQUEST_USD: [['hunter2', 'must be']],
    RATE_LIMIT_PER_SECOND: [['0', wholeNumber(1, 10_000)]],
    SMTP_URL: [['hunter2', beginsWith('smtp://', 'smtps://')]],
    CONTACT: [['hunter2', 'must be an email address or a URL']],
    PUBLIC_STATUS: [['hunter2', trueOrFalse]],
    OPERATOR_WEBHOOK_URL: [['https://:443/hunter2', 'names no host']],
    REQUIRE_STAFF_TOTP: [['hunter2', trueOrFalse]],
    OIDC_ISSUER: [
      ['hunter2', beginsWith('http://', 'https://')],
      ['http://login.example.com/hunter2', 'must begin with https://, unless the provider runs on this machine'],
      ['https://login.example.com/?hunter2', 'must be an issuer, without ? and #'],
    ],
    OIDC_NAME: [['hunter2'.repeat(6), 'must be']],
    PASSWORD_SIGN_IN: [['hunter2', trueOrFalse]],
    STAFF_DAILY_TOP_UP_USD: [['-1', 'must be']],
    STRIPE_SECRET_KEY: [['pk_test_hunter2', 'must be a secret or restricted key of Stripe']],
    STRIPE_WEBHOOK_SECRET: [['hunter2', 'begins with whsec_']],
    STRIPE_API_URL: [['hunter2', beginsWith('http://', 'https://')]],
    USAGE_RETENTION_DAYS: [['0', wholeNumber(1, 3650)]],
    REQUEST_ADDRESS_RETENTION_DAYS: [['-1', wholeNumber(0, 3650)]],
    PORT: [['hunter2', wholeNumber(0, 65_535)]],
    MANAGEMENT_PORT: [['65536', wholeNumber(0, 65_535)]],
    DEMO: [['hunter2', trueOrFalse]],
    DATABASE_POOL_SIZE: [['1', wholeNumber(2, 100)]],
    UPSTREAM_TIMEOUT_MS: [['15s', wholeNumber(50, 120_000)]],
    UPSTREAM_CONNECTIONS: [['7', wholeNumber(8, 16_384)]],
    MAX_CONCURRENT_REQUESTS: [['1', wholeNumber(2, 100_000)]],
    IDEMPOTENCY_SECONDS: [['59', wholeNumber(60, 86_400)]],
    CACHE_MEMORY_MB: [['4097', wholeNumber(0, 4_096)]],
    CACHED_PRICE_PERCENT: [['1.5', wholeNumber(0, 100)]],
    MCP_SESSION_BUDGET_USD: [['-1', 'must be']],
    KEY_REFRESH_SECONDS: [['31', wholeNumber(1, 30)]],
    LAME_DUCK_SECONDS: [['601', wholeNumber(0, 600)]],
    LEDGER_DETAIL_MONTHS: [['0', wholeNumber(1, 1200)]],
    LOG_LEVEL: [['hunter2', 'must be one of fatal, error']],
    OTEL_EXPORTER_OTLP_ENDPOINT: [['hunter2:4318', beginsWith('http://', 'https://')]],
  };

  it.each(Object.entries(wrong).flatMap(([name, cases]) => cases.map((one) => [name, ...one] as const)))(
    'names %s when it is %j, says what is right, and shows nothing of a value that may be a secret',
    (name, value, message) => {
      const { errors } = checkEnv({ [name]: value });
      expect(errors[0]).toMatch(new RegExp(`^${name} `));
      expect(errors[0]).toContain(message);
      expect(errors.join()).not.toContain('hunter2');
    },
  );

  it('has a wrong value in the table above for each variable that is not any text', () => {
    const anyText = ['UPSTREAM_SESSIONS_FILE', 'UPSTREAM_DOC_IDS_FILE', 'MANAGEMENT_HOST', 'HOST', 'DATA_DIR'];
    const covered = [...Object.keys(wrong), ...anyText, 'MAIL_FROM', 'LEDGER_EXPORT_DIR', 'OIDC_CLIENT_ID'];
    covered.push('OIDC_CLIENT_SECRET');
    expect(covered.sort()).toEqual(Object.keys(variables).sort());
  });

  it.each([
    'postgres://u:p%40ss@[::1]:5432/d?sslmode=require',
    'postgresql:///d?host=/var/run/postgresql',
    'postgres://%2Fvar%2Frun/d',
    'postgres://u@h/d?application_name=a%20b',
  ])('accepts the database %s', (DATABASE_URL) => {
    expect(readEnv({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL);
  });

  it('reads names and values that begin with a byte order mark without it', () => {
    expect(readEnv({ '\uFEFFPORT': '4000', DATABASE_URL: '\uFEFFpostgres://h/d' })).toMatchObject({
      PORT: 4000,
      DATABASE_URL: 'postgres://h/d',
    });
  });

  it('reports the addresses that only the server needs together with the other errors', () => {
    const { errors } = checkEnv({ PORT: 'x' }, true);
    expect(errors).toEqual([
      'PORT must be a whole number from 0 to 65535',
      'DATABASE_URL must be set when the server runs without npm start',
      'UPSTREAM_BASE_URL must be set when the server runs without npm start',
    ]);
  });

  it.each([
    ['RATE_LIMIT_PER_SECONDS', 'RATE_LIMIT_PER_SECOND'],
    ['UPSTREAM_BASE_ULR', 'UPSTREAM_BASE_URL'],
    ['PORTS', 'PORT'],
    ['DATADIR', 'DATA_DIR'],
  ])('warns of the misspelt name %s, also when there are errors', (name, meant) => {
    const hint = `${name} is not a setting; did you mean ${meant}?`;
    expect(envWarnings(readEnv({}), { [name]: 'x' })).toEqual([hint]);
    expect(() => readEnv({ [name]: 'x', DEMO: 'x' })).toThrow(`DEMO must be true or false\n${hint}`);
  });

  it.each([
    'HOME',
    'PATH',
    'PORTAL',
    'COST',
    'CONTEXTS',
    'NODE_ENVS',
    'PGPORT',
    'OTEL_EXPORTER_OTLP_ENDPOINTS',
    'npm_x',
  ])('does not take %s of another program for a misspelt name', (name) =>
    expect(envWarnings(readEnv({}), { [name]: 'x' })).toEqual([]),
  );

  it('warns when both secrets are the same, without showing them', () => {
    const same = { CURSOR_SECRET: 'x'.repeat(40), SECRETS_KEY: `${'y'.repeat(40)},${'x'.repeat(40)}` };
    expect(envWarnings(readEnv(same), same)).toEqual([
      'CURSOR_SECRET and SECRETS_KEY have a secret in common; use different ones',
    ]);
  });

  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://loupe.example.com',
    CURSOR_SECRET: 'x'.repeat(32),
    SECRETS_KEY: 'y'.repeat(32),
  };

  it.each(['help@example.com', 'https://example.com/help?from=loupe'])('accepts %s as a contact', (CONTACT) => {
    expect(readEnv({ CONTACT }).CONTACT).toBe(CONTACT);
  });

  it.each(['help', 'a b@example.com', 'javascript:alert(1)', 'https://example.com/<script>', '"@example.com'])(
    'refuses %p as a contact',
    (CONTACT) => {
      expect(() => readEnv({ CONTACT })).toThrow('CONTACT must be an email address or a URL');
    },
  );

  it.each(['PUBLIC_URL', 'CURSOR_SECRET', 'SECRETS_KEY'])('refuses to start in production without %s', (name) => {
    expect(() => readEnv({ ...production, [name]: undefined })).toThrow(`${name} must be set when NODE_ENV=production`);
  });

  it('needs issuer, client and secret of a provider together, and a provider when passwords are off', () => {
    const provider = { OIDC_ISSUER: 'http://127.0.0.1:9/', OIDC_CLIENT_ID: 'loupe', OIDC_CLIENT_SECRET: 's' };
    expect(readEnv({ ...provider, PASSWORD_SIGN_IN: 'false' })).toMatchObject(provider);
    const { OIDC_CLIENT_SECRET, ...without } = provider;
    const reason = 'must be set when people sign in through an OpenID provider';
    expect(checkEnv(without).errors).toEqual([`OIDC_CLIENT_SECRET ${reason}`]);
    expect(checkEnv({ OIDC_CLIENT_SECRET }).errors).toEqual([`OIDC_ISSUER ${reason}`, `OIDC_CLIENT_ID ${reason}`]);
    expect(checkEnv({ PASSWORD_SIGN_IN: 'false' }).errors).toHaveLength(3);
  });

  it('needs key and signing secret of Stripe together, and a live key in production', () => {
    const stripe = { STRIPE_SECRET_KEY: 'rk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    expect(readEnv(stripe)).toMatchObject(stripe);
    for (const [name, other] of [Object.keys(stripe), Object.keys(stripe).reverse()] as [string, string][])
      expect(checkEnv({ ...stripe, [name]: '' }).errors).toEqual([`${name} must be set when ${other} is set`]);
    expect(() => readEnv({ ...production, ...stripe })).toThrow('STRIPE_SECRET_KEY must be a live key');
    expect(readEnv({ ...production, ...stripe, STRIPE_SECRET_KEY: 'sk_live_1' }).DEMO).toBe(false);
  });

  it('creates no demo in production, and requires a second factor for support there by default', () => {
    expect(readEnv(production)).toMatchObject({ DEMO: false, REQUIRE_STAFF_TOTP: true });
    expect(readEnv({})).toMatchObject({ DEMO: true, REQUIRE_STAFF_TOTP: false });
    const without = { ...production, SECRETS_KEY: undefined, REQUIRE_STAFF_TOTP: 'false' };
    expect(readEnv(without).REQUIRE_STAFF_TOTP).toBe(false);
  });

  it('gives a process 45 seconds to end in production, as docker-compose.yml does', () => {
    expect(endWithinMs(readEnv(production))).toBe(45_000);
  });

  it('requires PUBLIC_URL for email, so that links never use the host of a request', () => {
    expect(() => readEnv({ SMTP_URL: 'smtp://localhost' })).toThrow('PUBLIC_URL must be set when SMTP_URL is set');
  });

  it('parses an amount exactly, without a float', () => {
    expect(readEnv({ PRICE_PER_REQUEST_USD: '1.000001' }).PRICE_PER_REQUEST_USD).toBe(1_000_001n);
    expect(() => readEnv({ PRICE_PER_REQUEST_USD: '1e3' })).toThrow('PRICE_PER_REQUEST_USD');
  });

  it('refuses a price of zero, which the ledger cannot record', () => {
    expect(() => readEnv({ PRICE_PER_REQUEST_USD: '0.000' })).toThrow('PRICE_PER_REQUEST_USD must be more than zero');
  });
});
