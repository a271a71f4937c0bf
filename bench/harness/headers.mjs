// What travels beside the bodies. A relay's work grows with it: node:http makes two strings of each header, and the pipe sends each on.

/** Of a caller's request, as it comes from behind a proxy. Nobody compresses unless the request says so. */
export const callerHeaders = {
  host: 'loupe.example',
  accept: 'application/json',
  'accept-language': '*',
  'user-agent': 'Mozilla/5.0 (compatible; bench)',
  'x-forwarded-for': '198.51.100.7',
  'x-forwarded-host': 'loupe.example',
  'x-forwarded-proto': 'https',
  'x-real-ip': '198.51.100.7',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
};

/** Of the upstream's answer: as many, and as long, as the platform's own. */
export const upstreamHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'content-language': 'en',
  vary: 'Accept-Language, Cookie, Accept-Encoding',
  'cache-control': 'private, no-cache, no-store, must-revalidate',
  pragma: 'no-cache',
  expires: 'Sat, 01 Jan 2000 00:00:00 GMT',
  'strict-transport-security': 'max-age=31536000',
  'x-frame-options': 'SAMEORIGIN',
  'x-content-type-options': 'nosniff',
  'x-xss-protection': '0',
  'cross-origin-opener-policy': 'same-origin-allow-popups;report-to="coop"',
  'report-to':
    '{"group":"coop","max_age":86400,"endpoints":[{"url":"https://www.platform.example/error/reporting/coop/"}]}',
  'access-control-expose-headers': 'X-IG-Set-WWW-Claim',
  'x-ig-set-www-claim': `hmac.${'f'.repeat(48)}`,
  'x-ig-origin-region': 'ams',
  'x-ig-request-elapsed-time-ms': '87',
  'x-ig-peak-time': '0',
  'x-aed': '37',
  'x-stack': 'distillery',
  'x-fb-server-cluster': 'ams2c01',
  'x-fb-debug': `${'d'.repeat(86)}==`,
  'x-fb-connection-quality':
    'EXCELLENT; q=0.9, rtt=12, rtx=0, c=10, mss=1368, tbw=3403, tp=-1, tpl=-1, uplat=87, ullat=0',
  'set-cookie': [
    `csrftoken=${'c'.repeat(32)}; Domain=.platform.example; expires=Tue, 23-Nov-2027 15:58:55 GMT; Max-Age=31449600; Path=/; Secure`,
    `rur="AMS,77777777777,1795449535:01f7${'e'.repeat(58)}"; Domain=.platform.example; HttpOnly; Path=/; SameSite=Lax; Secure`,
  ],
  'alt-svc': 'h3=":443"; ma=86400',
};

/** As few as HTTP needs, for whoever wants to see what the others cost. */
export const bareCallerHeaders = { host: '127.0.0.1', accept: '*/*', 'user-agent': 'bench' };
export const bareUpstreamHeaders = { 'content-type': 'application/json; charset=utf-8' };
/** Users from this one on are asked for, and answered about, with the few. */
export const firstBareUser = 1_000_000;
