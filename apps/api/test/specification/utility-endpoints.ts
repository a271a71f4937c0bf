import { loupe } from './caller';
import { expectEvery } from './field-checks';
import { product } from './product';
import { expectCost, known, posts } from './samples';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** A shortcode is the media pk in base 64. */
const codeOf = (pk: bigint): string => (pk === 0n ? '' : codeOf(pk >> 6n) + alphabet[Number(pk & 63n)]);
const embedded = (url: string) => `/oembed?url=${encodeURIComponent(url)}`;
const shared = (link: string, query = '') =>
  embedded(`https://www.instagram.com/s/${Buffer.from(link).toString('base64url')}${query}`);

describe('/resolve/media', () => {
  it.each(['2006059184019655369', '9007199254740993', '4016902744569901245', '9223372036854775807', '1'])(
    '"Converts media pk to shortcode and back by local arithmetic": %s',
    async (pk) => {
      const code = codeOf(BigInt(pk));
      expect(await loupe.body(`/resolve/media?pk=${pk}`)).toEqual({ pk, code });
      expect(await loupe.body(`/resolve/media?code=${code}`)).toEqual({ pk, code });
    },
  );

  it('"Converts media pk to shortcode": the shortcodes that posts have', async () => {
    const some = (await posts()).slice(0, 10);
    for (const { pk, code } of some) expect((await loupe.body(`/resolve/media?pk=${pk}`)).code).toBe(code);
    expect(some).toHaveLength(10);
  });

  it('"no upstream request, free"', async () => {
    const { simulator } = product();
    await simulator.forget();
    await loupe.body(`/resolve/media?pk=${known.photo.pk}`);
    expect(await simulator.seen()).toEqual([]);
    await expectCost(`/resolve/media?pk=${known.photo.pk}`, 0);
  });

  it.each(['pk=12a', 'pk=-1', 'code=%C3%A4%C3%B6', 'code='])(
    '"pk (numeric media pk); code (shortcode)": not %s',
    async (query) => expect(Math.floor((await loupe.get(`/resolve/media?${query}`)).status / 100)).toBe(4),
  );
});

describe('/oembed', () => {
  it.each(['p', 'reel'])('"url (required string: post/reel URL …) | oEmbed for the URL": /%s/', async (kind) => {
    const code = kind === 'p' ? known.photo.code : known.coauthoredReel;
    const { pk } = await loupe.body(`/posts/${code}`);
    const answer = await loupe.body(embedded(`https://www.instagram.com/${kind}/${code}/`));
    expect(answer).toMatchObject({ version: '1.0', author_id: known.showcase });
    expect(answer.media_id).toContain(pk);
  });

  it('"url (required string)"', async () => {
    expect(await loupe.refusal('/oembed')).toEqual([422, 'unprocessable_entity']);
  });

  it('"for a `/s/` share link it resolves to the `reel_id` / `author_id` the highlight … link points to"', async () => {
    const answer = await loupe.body(
      shared(`highlight:${known.highlight}`, `?story_media_id=3557608361541955025_${known.marta}`),
    );
    expect(answer.reel_id).toContain(known.highlight);
    expect(answer.author_id).toBe(known.marta);
  });

  it('"for a `/s/` share link …": without an author in it', async () => {
    const answer = await loupe.body(shared(`highlight:${known.highlight}`));
    expect(answer.reel_id).toContain(known.highlight);
    expect(answer.author_id).toBe(known.marta);
  });
});

describe('System', () => {
  it('"/system/health: No key needed … an object of string values, `status` = `ok`"', async () => {
    const { status, body } = await loupe.get('/system/health', {});
    expect([status, body.status]).toEqual([200, 'ok']);
    expect(Object.values(body).filter((value) => typeof value !== 'string')).toEqual([]);
  });

  it('"/system/balance: Remaining USD balance of the key\'s account": a decimal number of dollars', async () =>
    expectEvery([await loupe.body('/system/balance')], 'balance_usd', (value) => /^\d+(\.\d+)?$/.test(value)));

  it('"/system/balance: Free"', async () => expectCost('/system/balance', 0));

  it('"Read live from the ledger, so a top-up shows at once"', async () => {
    const { support, owner } = product();
    const before = await loupe.balanceMicros();
    await support.call('POST', `/support/accounts/${owner.accountId}/top-ups`, { amount_usd: '1.25', note: 'At once' });
    expect(await loupe.balanceMicros()).toBe(before + 1_250_000);
  });
});
