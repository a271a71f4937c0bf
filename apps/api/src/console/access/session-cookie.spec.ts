import { deviceCookie, endedSessionCookie, readDeviceCookie, readSessionCookie, sessionCookie } from './session-cookie';

const token = 'A'.repeat(43);

describe('the session cookie', () => {
  it('is hidden from scripts and other sites', () => {
    expect(sessionCookie(token, 'owner', false)).toBe(
      `loupe_session=${token}; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict`,
    );
  });

  it('is bound to this host over TLS', () => {
    expect(sessionCookie(token, 'support', true)).toBe(
      `__Host-loupe_session=${token}; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure`,
    );
    expect(endedSessionCookie(true)).toContain('__Host-loupe_session=; Path=/; Max-Age=0;');
  });

  it('is found among other cookies', () => {
    expect(readSessionCookie(`a=b; loupe_session=${token}; c=d`, false)).toBe(token);
  });

  it('is ignored over TLS without the __Host- prefix, because a sibling domain could have set it', () => {
    expect(readSessionCookie(`loupe_session=${token}`, true)).toBeUndefined();
  });

  it.each([
    undefined,
    '',
    'loupe_session=',
    'loupe_session=short',
    `xloupe_session=${token}`,
    `loupe_session=${token}x`,
  ])('is not found in the header %p', (header) => expect(readSessionCookie(header, false)).toBeUndefined());
});

describe('the cookie of a known device', () => {
  const device = `${'D'.repeat(22)}.${token}`;

  it('is hidden from scripts and other sites, and lasts 180 days', () => {
    const attributes = 'Path=/; Max-Age=15552000; HttpOnly; SameSite=Strict';
    expect(deviceCookie(device, false)).toBe(`loupe_device=${device}; ${attributes}`);
    expect(deviceCookie(device, true)).toBe(`__Host-loupe_device=${device}; ${attributes}; Secure`);
  });

  it('is found beside the session cookie, and over TLS only with the __Host- prefix', () => {
    const header = `loupe_session=${token}; loupe_device=${device}`;
    expect(readDeviceCookie(header, false)).toBe(device);
    expect(readDeviceCookie(header, true)).toBeUndefined();
    expect(readDeviceCookie(`loupe_device=${token}`, false)).toBeUndefined();
  });
});
