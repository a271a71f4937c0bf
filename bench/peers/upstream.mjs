// The upstream of all peers. The last three digits of a user id are the size of the profile in kilobytes.
import { createServer } from 'node:http';

// About two dozen headers of 50 bytes, as the platform sends.
const headers = { 'content-type': 'application/json; charset=utf-8' };
for (let number = 1; number < 25; number++) headers[`x-platform-header-${number}`] = 'v'.repeat(50);

const picture = (seed) =>
  `https://scontent-ams2-1.cdn.example/v/t51.2885-19/${seed}_n.jpg?stp=dst-jpg_s150x150&_nc_ht=scontent-ams2-1.cdn.example` +
  `&_nc_cat=${seed % 111}&_nc_ohc=kz${seed}AX8Qm3&edm=AKsEaWwBAAAA&ccb=7-5&oh=00_AfD${seed.toString(36)}Zq9&oe=6A3F${seed.toString(16)}&_nc_sid=3d1${seed % 9}`;

// Ids above 2^53. A double cannot represent the odd ones.
const friend = (
  seed,
) => `{"pk":9007199254${740993 + seed},"pk_id":"9007199254${740993 + seed}","username":"user.${seed}",
"full_name":"Zo\\u00eb \\"Z\\" ${seed}","is_private":false,"is_verified":${seed % 7 === 0},"profile_pic_url":"${picture(seed)}",
"latest_reel_media":17${seed}00321,"account_badges":[],"friendship_status":{"following":false,"outgoing_request":false}}`;

/** `{"user":{…},"status":"ok"}` of about `bytes` bytes. The id is the requested one, because Loupe rejects others. */
function profile(user, bytes) {
  const head = `{"user":{"pk":${user},"fbid_v2":17841400000000001,"username":"bench","biography":"one\\ntwo \\ud83d\\ude80",
"follower_count":12345,"following_count":67,"media_count":890,"hd_profile_pic_url_info":{"url":"${picture(1)}","width":1080,"height":1080.0},"chaining_results":[`;
  const tail = '],"has_chaining":true},"status":"ok"}';
  const friends = [];
  for (let length = head.length + tail.length; length < bytes; length += friends.at(-1).length + 1)
    friends.push(friend(friends.length));
  return Buffer.from((head + friends.join(',') + tail).replaceAll('\n', ''));
}

const bodies = new Map();

function bodyOf(user) {
  if (!bodies.has(user)) bodies.set(user, profile(user, (user % 1_000) * 1_000));
  return bodies.get(user);
}

const server = createServer((request, response) => {
  const user = Number(/\/users\/(\d+)/.exec(request.url)?.[1] ?? 5);
  const body = bodyOf(user);
  response.writeHead(200, { ...headers, 'content-length': body.length });
  response.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send({ ready: true }));
