import { send } from '../support/send';
import { api, tenant } from '../support/usual';
import { known, knownComments, knownHighlights, knownPosts } from './known';
import { pagedLists } from './paged-lists';

/** The earliest expiry among the signed URLs in the text. */
function earliestIn(text: string): string | undefined {
  const seconds = [...text.matchAll(/[?&;]exp=([0-9a-f]{8})(?=&(?:amp;)?sig=)/g)].map(([, hex]) =>
    Number.parseInt(hex!, 16),
  );
  return seconds.length === 0 ? undefined : new Date(Math.min(...seconds) * 1_000).toISOString();
}

const decoded = (text: string) => text.replaceAll('\\u0026', '&');

const addresses = [
  ...pagedLists.map(({ path }) => path),
  `/users/${known.marta}`,
  '/users/username/marta.trails',
  `/users/${known.empty}/followers`,
  `/users/${known.empty}/stories`,
  `/users/${known.storyTeller}/stories`,
  `/users/${known.storyTeller}/highlights`,
  `/users/${known.marta}/about`,
  `/posts/${knownPosts.reel}`,
  `/posts/${knownPosts.noComments}/comments?user_id=${known.showcase}`,
  `/highlights/${knownHighlights.ofMarta}`,
  `/comments/${knownComments.repliesByMaxId}/likers`,
  '/hashtags/trail',
  '/search/places?query=berlin',
  '/oembed?url=https://www.instagram.com/p/CSgquzkYxhP/',
  '/resolve/media?code=CSgquzkYxhP',
];

test('x-media-expires-at is the earliest expiry among the media URLs of a response, and is absent if the response has none', async () => {
  const seen = new Set<string | undefined>();
  for (const path of addresses) {
    const { status, headers, text } = await send(api.baseUrl, path, { key: tenant.key });
    const expires = earliestIn(decoded(text));
    expect({ path, status, expires: headers['x-media-expires-at'] }).toEqual({ path, status: 200, expires });
    seen.add(expires);
  }
  expect([...seen].map((one) => typeof one).sort()).toEqual(expect.arrayContaining(['string', 'undefined']));
});

test('a problem has neither x-media-expires-at nor x-list-end', async () => {
  for (const path of [`/users/${known.privateQuietly}/followers`, `/users/${known.marta}/followers?cursor=x`]) {
    const { headers, json } = await send(api.baseUrl, path, { key: tenant.key });
    expect([json.code !== undefined, headers['x-media-expires-at'], headers['x-list-end']]).toEqual([
      true,
      undefined,
      undefined,
    ]);
  }
});
