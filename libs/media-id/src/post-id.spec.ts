import { parseHighlightId } from './decimal-id';
import { parsePostId } from './post-id';

describe('parsePostId', () => {
  it.each([
    ['a bare pk', '3776832898280228145', { pk: '3776832898280228145' }],
    ['a pk with leading zeros', '0003776832898280228145', { pk: '3776832898280228145' }],
    ['the largest pk', '9223372036854775807', { pk: '9223372036854775807' }],
    ['a composite id', '3776832898280228145_5501230456', { pk: '3776832898280228145', ownerId: '5501230456' }],
    ['a composite id with leading zeros', '03776832898280228145_07', { pk: '3776832898280228145', ownerId: '7' }],
    ['a shortcode', 'DRqAYKuAIUx', { pk: '3776832898280228145' }],
    ['a shortcode that contains _', 'C_BM2yAN4Rm', { pk: '3441088131388376166' }],
    ['a shortcode that ends in _', 'DWllQsJCPX_', { pk: '3865659729796199935' }],
    [
      'the shortcode of a private post, which is 28 characters longer',
      'CCQQsCXjOaBfS3I2PpqsNkxElV9DXj61vzo5xs0',
      { pk: '2346448800803776129' },
    ],
    ['an all-digit shortcode as a pk', '12345678901', { pk: '12345678901' }],
  ])('parses %s', (_what, text, post) => {
    expect(parsePostId(text)).toEqual(post);
  });

  it.each([
    ['an empty text', ''],
    ['zero', '0'],
    ['a pk above 2^63−1, though its digits are shortcode characters', '9223372036854775808'],
    ['a composite id with the pk zero, though its characters form a shortcode', '0_5'],
    ['a composite id with the owner zero', '3776832898280228145_0'],
    ['a composite id with an owner above 2^63−1', '3776832898280228145_9223372036854775808'],
    ['a negative number', '-3776832898280228145'],
    ['a pk with a decimal point', '3776832898280228145.0'],
    ['a pk with white space after it', '3776832898280228145 '],
    ['a pk with a line break after it', '3776832898280228145\n'],
    ['a shortcode with a path before it', 'p/DRqAYKuAIUx'],
    ['a URL', 'https://www.instagram.com/p/DRqAYKuAIUx/'],
    ['ten thousand digits', '1'.repeat(10_000)],
  ])('rejects %s', (_what, text) => {
    expect(parsePostId(text)).toBeUndefined();
  });
});

describe('parseHighlightId', () => {
  it.each([
    ['highlight:18146216698022174', '18146216698022174'],
    ['18146216698022174', '18146216698022174'],
    ['highlight:0018146216698022174', '18146216698022174'],
  ])('parses %s as %s', (text, id) => {
    expect(parseHighlightId(text)).toBe(id);
  });

  it.each([
    '',
    'highlight:',
    'highlight:0',
    'highlight:highlight:1',
    'Highlight:1',
    'highlight: 1',
    'highlight:1\n',
    'story:1',
    'highlight:9223372036854775808',
  ])('rejects %j', (text) => {
    expect(parseHighlightId(text)).toBeUndefined();
  });
});
