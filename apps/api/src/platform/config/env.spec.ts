import { resolve } from 'node:path';
import { EnvError, endWithinMs, readEnv } from './env';
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
