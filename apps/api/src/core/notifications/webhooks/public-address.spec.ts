import { isPublicAddress, webhookUrlError } from './public-address';

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '192.167.255.255', '223.255.255.255', '2606:4700::1111', '2a00::1'])(
    'accepts %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    'example.com',
    '',
  ])('refuses "%s"', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('webhookUrlError', () => {
  it.each(['https://example.com/hook', 'https://example.com:8443/a?b=c', 'https://[2606:4700::1111]/'])(
    'accepts %s',
    (url) => expect(webhookUrlError(url)).toBeUndefined(),
  );

  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'example.com',
    'https://user:secret@example.com/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
  ])('refuses %s', (url) => expect(webhookUrlError(url)).toMatch(/^must /));
});
