import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { callUrl, curlWithKey, languages, snippet } from './snippets';

const origin = 'http://127.0.0.1:3000';

describe('callUrl', () => {
  it('fills a call’s path and keeps the order of its parameters', () => {
    const call = {
      path: '/posts/{post_id}/comments',
      parameters: ['post_id', 'user_id', 'min_id', 'carousel_index'],
      values: { carousel_index: '0', user_id: '55', post_id: '12_55', min_id: '' },
    };
    expect(callUrl(origin, call)).toBe(`${origin}/posts/12_55/comments?user_id=55&carousel_index=0`);
  });

  it('shows a missing path parameter in braces', () => {
    expect(callUrl(origin, { path: '/users/{user_id}', parameters: ['user_id'], values: {} })).toBe(
      `${origin}/users/{user_id}`,
    );
  });

  it('encodes every parameter without loss, and every character that ends a quote', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (text) => {
        const url = callUrl(origin, { path: '/search/places', parameters: ['query'], values: { query: text } });
        expect(new URL(url).searchParams.get('query')).toBe(text);
        expect(url).not.toMatch(/['"`\\$ \n]/);
      }),
    );
  });
});

describe('snippets', () => {
  const url = `${origin}/search/places?query=it%27s`;

  it('keeps the key out of snippets, except the curl line to paste', () => {
    for (const language of languages) expect(snippet(language, url)).toContain('LOUPE_API_KEY');
    expect(curlWithKey(url, 'loupe_x')).toBe(`curl '${url}' \\\n  -H 'x-api-key: loupe_x'`);
  });

  it('generates TypeScript without syntax errors', () => {
    const code = snippet('TypeScript', url).replace('!', '');
    expect(() => new Function(`return async () => {\n${code}\n}`)).not.toThrow();
  });

  it('quotes the URL and the header for a shell', () => {
    const script = `${snippet('curl', url).replace('curl', 'printf "%s|"')}`;
    const words = execFileSync('sh', ['-c', script], { env: { LOUPE_API_KEY: 'k' }, encoding: 'utf8' });
    expect(words).toBe(`${url}|-H|x-api-key: k|`);
  });
});
