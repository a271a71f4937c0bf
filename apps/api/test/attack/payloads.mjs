// Hostile values. The areas define the expected results.

/** Items are separated by two or more spaces, over any number of lines. */
export const items = (text) => text.split(/\n? {2,}|\n$/).filter(Boolean);

export const sql = items(String.raw`
  '  ''  "  ' OR '1'='1  ' OR 1=1--  '; DROP TABLE accounts;--  1' UNION SELECT NULL--  1); SELECT pg_sleep(0);--  1 OR 1=1
  1' AND 1=CAST((SELECT version()) AS int)--  1;SELECT 1  $1  \'; SELECT 1--  %' OR '%'='  1/**/OR/**/1=1  E'\x27'  {1,2}
  ' || (SELECT hash FROM api_keys LIMIT 1) || '  1 AND (SELECT 1 FROM pg_class)=1  '::text::int
`);
export const paths = items(String.raw`
  ..  ../  ..%2f..%2f  %2e%2e%2f  ....//  ..\..\  /etc/passwd  file:///etc/passwd  .  %2f  \  ..;/  %00  ?x=1  #x
  /../../graphql/query
`);
export const texts = [
  ...items(`
  <script>alert(1)</script>  "><img src=x onerror=alert(1)>  {{7*7}}  <%= 7*7 %>  javascript:alert(1)  __proto__
  constructor  toString  hasOwnProperty  null  undefined  NaN  [object Object]  true  $(id)  | id  ; id  %s%s%n  *  (?:a+)+$
`),
  ...['\u202egnp.exe', '\ufeff', '\u0000', '\r\nSet-Cookie: loupe_session=x', '\n\nHTTP/1.1 200 OK', '\u2028', ''],
  ...[`\${7*7}`, '😀'.repeat(40), 'é'.repeat(300), 'a'.repeat(5_000), '`id`'],
];
export const numbers = items(`
  -1  0  00  1.0  1e3  0x10  ９９  ٣  +1  1_000  9007199254740993  9223372036854775808  Infinity  -0  1,2  ${'1'.repeat(400)}
`);
export const dates = items(`
  1969-12-31  1969-12-31T23:59:59Z  0000-01-01  0000-01-01T00:00:00Z  -000001-01-01T00:00:00Z  +010000-01-01T00:00:00Z
  9999-12-31  9999-12-31T23:59:59.999Z  +275760-09-13T00:00:00Z  +275760-09-14T00:00:00Z  2026-02-30  2026-13-01  2026-00-10
  2026-01-32  2026-1-1  20260101  2026-01-01T24:00:00Z  2026-01-01T25:00:00Z  2026-01-01T00:00:60Z  2026-01-01T00:00:00
  2026-01-01T00:00:00+99:99  1  0  -1  1e99  now  yesterday  infinity  -infinity  epoch  2026-01-01 OR 1=1  2026-01-01'
  1700000000  1700000000000  0001-01-01  1000-01-01  1900-01-01T00:00:00Z  0099-01-01T00:00:00Z  0000-12-31T23:59:59-23:59
`);
export const formulas = items(`
  =1+1  =cmd|'/C calc'!A0  +1+1  -1+1  @SUM(1)  ＝1+1  ＋1+1  －1+1  ＠SUM(1)  =HYPERLINK("http://evil.example")
`);

/** Ids in a path that a careless parser might take for the given id. */
export const idForms = (id, own) =>
  items(`
  0${id}  +${id}  %20${id}  ${id}%20  ${id}.0  ${id}%00  ${id}%0a  ${id};  ${id},${own}  ${own},${id}  ${own}%2f..%2f${id}
  ..%2fkeys%2f${id}  %5b${id}%5d  %22${id}%22  %7b%22%24gt%22%3a0%7d  -${id}  ${id}e0  ${id}%20OR%201=1  *  %2a  null
  undefined  9223372036854775807  18446744073709551617  %EF%BC%91  ${id}.json
`);

/** Headers that some frameworks read as an identity, a client IP or a route. */
export const trickHeaders = (id) =>
  items(`
  x-account-id: ${id}  x-user-id: ${id}  x-tenant: ${id}  x-forwarded-user: admin  x-remote-user: admin  x-role: support
  x-admin: true  x-original-url: /dashboard/api/support/accounts  x-rewrite-url: /dashboard/api/support/accounts
  x-http-method-override: DELETE  x-method-override: PUT  x-forwarded-host: evil.example  x-forwarded-prefix: /support
  x-custom-ip-authorization: 127.0.0.1  authorization: Basic YWRtaW46YWRtaW4=  forwarded: for=127.0.0.1;host=evil.example
`).map((line) => Object.fromEntries([line.split(': ', 2)]));

export const otherPaths = items(String.raw`
  //support/accounts  /./support/accounts  /keys/../support/accounts  /keys/%2e%2e/support/accounts  /support%2faccounts
  /SUPPORT/accounts  /support/accounts/  /support/accounts;x  /support/accounts%00  /support/accounts%20  /support//accounts
  /support/accounts.json  \support\accounts  /account/../support/audit  /support/accounts?_method=GET  /%73upport/accounts
`);
export const extraMembers = items(`
  role  account_id  user_id  id  balance_usd  balance_micros  is_admin  status  kind  key  hash  prefix  rate_limit_per_second
  key_family_id  created_at  password_hash  disabled_at  accountId
`);

const hosts = items(`
  localhost  LOCALHOST  127.0.0.1  127.1  127.0.1  2130706433  0x7f000001  0x7f.1  0177.0.0.1  017700000001  127.0.0.1.
  0  0.0.0.0  [::]  [::1]  [0:0:0:0:0:0:0:1]  [::ffff:127.0.0.1]  [::ffff:7f00:1]  [::127.0.0.1]  [64:ff9b::7f00:1]  [2002:7f00:1::]
  [fe80::1]  [fc00::1]  [ff02::1]  [2001:db8::1]  10.0.0.1  10.255.255.255  172.16.0.1  172.31.255.254  192.168.0.1  169.254.169.254
  100.64.0.1  198.18.0.1  192.0.2.1  203.0.113.1  224.0.0.1  255.255.255.255  １２７.０.０.１  ⑯⑨.②⑤④.⑯⑨.②⑤④  127。0。0。1
`);
/** Names that resolve to this machine: Loupe must refuse to connect to them. */
export const namesOfHere = items(
  '  localhost.  ip6-localhost  localhost.localdomain  loopback  localtest.me  127.0.0.1.nip.io  lvh.me',
);
export const privateUrls = [
  ...hosts.map((host) => `https://${host}/hook`),
  ...hosts.slice(0, 12).map((host) => `https://${host}:8443/`),
  ...items(String.raw`
  http://example.com/  ftp://example.com/  file:///etc/passwd  gopher://127.0.0.1:6379/_FLUSHALL  data:text/plain,x  https://
  javascript:alert(1)  https://user:secret@example.com/  https://user@example.com/  https://example.com@127.0.0.1/  https:///
  //example.com  example.com  https://127.0.0.1#@example.com/  https://127.0.0.1\@example.com/  https://exa mple.com/
`),
];
export const foreignUrls = (own) =>
  items(String.raw`
  ${own}  ${own}/p/CSgquzkYxhP/  http://127.0.0.1/p/CSgquzkYxhP/  http://localhost/p/CSgquzkYxhP/  http://169.254.169.254/latest/
  https://evil.example/p/CSgquzkYxhP/  https://instagram.com.evil.example/p/CSgquzkYxhP/  https://evil.example/instagram.com/p/C/
  https://www.instagram.com@evil.example/p/CSgquzkYxhP/  https://evil.example#www.instagram.com/p/CSgquzkYxhP/
  https://evil.example?www.instagram.com/p/CSgquzkYxhP/  https://evil.example\@www.instagram.com/p/CSgquzkYxhP/
  https://notinstagram.com/p/CSgquzkYxhP/  https://www-instagram.com/p/CSgquzkYxhP/  https://instagram.co/p/CSgquzkYxhP/
  ftp://www.instagram.com/p/CSgquzkYxhP/  file:///etc/passwd  gopher://127.0.0.1:6379/_INFO  javascript:alert(1)  data:text/html,x
  https://[::1]/p/CSgquzkYxhP/  https://2130706433/p/CSgquzkYxhP/  //evil.example/p/CSgquzkYxhP/  https://www.instagram.com/../../
  https://xn--instagrm-91a.com/p/CSgquzkYxhP/  https://www.іnstagram.com/p/CSgquzkYxhP/
`);
export const badAmounts = [
  ...items(`
  0  0.0  -1  -0.000001  +1  1e3  1E3  0x10  NaN  Infinity  -Infinity  1,5  1.000,00  1 000  1_000  1.0000001  0.0000001  .5  5.
  1.2.3  １  ١  9999999999  99999999999999999999  $5  5 USD  5;  5'  --5  null  true  0b1  0o7  1/2  ½  ∞  ${'1'.repeat(300)}
`),
  ...['', ' ', '1\u0000', null, true, [], {}, ['5'], { amount: '5' }, -1, 0, -0, 1e21, 1e-7],
];
/** Addresses outside the allowed ranges that a careless parser might accept. */
export const addressesOutside = items(`
  203.0.114.1  203.0.112.255  2001:db8:0:1::1  203.0.113.9, 10.1.2.3  203.0.113.9,10.1.2.3:80  ::ffff:10.1.2.3  unknown
  203.0.113.9.evil.example  203.0.113.256  203.0.113  0xcb.0.113.9  localhost  203.0.113.9/24  203.0.113.9 10.1.2.3
`);
export const badRanges = items(`
  0.0.0.0/33  ::/129  1.2.3  1.2.3.4/-1  1.2.3.4/  /8  localhost  1.2.3.4-1.2.3.9  1.2.3.4/0x8  ::1/1.5  1.2.3.4'--  01.2.3.4
`);
export const hiddenFiles = items(`
  /docs/package.json  /docs/index.js  /docs/..%2fpackage.json  /docs/%2e%2e/package.json  /docs/guides/1-quickstart.md  /.env
  /dashboard/..%2f..%2fpackage.json  /dashboard/assets/..%2f..%2f..%2fpackage.json  /.git/config  /package.json  /metrics  /readyz
  /dashboard/%00  /docs//etc/passwd
`);
export const evilOrigins = items(`
  https://evil.example  null  http://127.0.0.1:1  http://localhost.evil.example  http://127.0.0.1.evil.example  nonsense  file://
  http://loupe.test.evil.example
`);
export const formTypes = items(`
  text/plain  application/x-www-form-urlencoded  multipart/form-data; boundary=x  application/jsonp  text/json
`);

const post = 'POST /users/1001 HTTP/1.1\r\nHost: x\r\n';
const get = 'GET /system/balance HTTP/1.1\r\nHost: x\r\n';
const inside = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
/** Body headers that two parsers may read differently. */
const lengths = items(`
  Content-Length: 5\r\nTransfer-Encoding: chunked  Transfer-Encoding: chunked\r\nContent-Length: 5  Content-Length: +0
  Content-Length: 0\r\nContent-Length: 44  Content-Length: 0, 44  Content-Length: -1  Content-Length: 0x0  Content-Length : 0
  Content-Length:  Transfer-Encoding: xchunked  Transfer-Encoding : chunked  Transfer-Encoding: chunked, identity
  Transfer-Encoding:\x0bchunked  Transfer-Encoding: chunked\r\nTransfer-Encoding: cow  X: y\r\n Transfer-Encoding: chunked
  X: y\nTransfer-Encoding: chunked  X: \x00  X\x00Y: 1  : novalue
`);
const lines = items(`
  GET /a b HTTP/1.1  GET system/balance HTTP/1.1  get /system/balance HTTP/1.1  GET /system/balance HTTP/1.9  GET / HTTP/2  HELO x
`);
/** The server must refuse each of these requests as a whole, and never respond to the request inside. */
export const smuggling = [
  ...lengths.map((header) => `${post}${header}\r\n\r\n0\r\n\r\n${inside}`),
  ...lines.map((line) => `${line}\r\nHost: x\r\n\r\n${inside}`),
  ...['zz', '-1', '5;\n'].map((size) => `${post}Transfer-Encoding: chunked\r\n\r\n${size}\r\n${inside}`),
  `\x16\x03\x01\x02\x00\x01\x00${inside}`,
  `${get}x: ${'a'.repeat(20_000)}\r\n\r\n${inside}`,
  `GET /${'1'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n${inside}`,
];
