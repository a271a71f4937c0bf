import { operations } from '@loupe/dto';
import { casesOf, type EndpointCase, eachOf } from '../endpoint-case';

const { resolve } = operations;

const pair = { pk: '3776832898280228145', code: 'DRqAYKuAIUx' };

export const resolveCases: readonly EndpointCase[] = casesOf(resolve.media, [
  {
    name: 'turns a pk into its shortcode',
    path: `/resolve/media?pk=${pair.pk}`,
    upstream: [],
    check: ({ text }) => expect(text).toBe(JSON.stringify(pair)),
  },
  {
    name: 'turns a shortcode into its pk',
    path: `/resolve/media?code=${pair.code}`,
    check: ({ json }) => expect(json).toEqual(pair),
  },
  {
    name: 'accepts a composite id',
    path: `/resolve/media?pk=${pair.pk}_1012`,
    check: ({ json }) => expect(json).toEqual(pair),
  },
  { name: 'serves an account without money', path: `/resolve/media?pk=${pair.pk}`, caller: 'penniless' },
  {
    name: 'drops the suffix of a private link',
    path: `/resolve/media?code=${pair.code}AbCdEfGhIjKlMnOpQrStUvWxYz01`,
    check: ({ json }) => expect(json).toEqual(pair),
  },
  {
    name: 'accepts the largest id',
    path: '/resolve/media?pk=9223372036854775807',
    check: ({ json }) => expect(json.code).toBe('H__________'),
  },
  ...eachOf(['pk=0', 'pk=9223372036854775808', 'code=!', 'code=I__________', 'code=%C3%A9'], (search) => ({
    name: `refuses ${search}`,
    path: `/resolve/media?${search}`,
    code: 'invalid_parameter',
  })),
  ...eachOf(
    [
      ['', 'pk', 'is required unless code is sent'],
      [`?pk=${pair.pk}&code=${pair.code}`, 'code', 'cannot be sent together with pk'],
    ],
    ([search, parameter, message]) => ({
      name: `requires exactly one of pk and code: ${search || 'neither'}`,
      path: `/resolve/media${search}`,
      code: 'unprocessable_entity',
      check: ({ json }) => expect(json.errors).toEqual([{ in: 'query', parameter, message }]),
    }),
  ),
  ...eachOf(
    ['pk=', 'pk=-1', 'pk=1e3', 'pk=0x1', 'pk=%201', 'pk=1.0', 'code=', `code=${'A'.repeat(10_000)}`],
    (search) => ({
      name: `refuses ${search.slice(0, 20)}`,
      path: `/resolve/media?${search}`,
      code: 'unprocessable_entity',
    }),
  ),
]);
