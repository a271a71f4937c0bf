interface Call {
  readonly path: string;
  readonly parameters: readonly string[];
  readonly values: Readonly<Record<string, string>>;
}

/** Also encodes five characters that encodeURIComponent leaves, so a URL is safe in any quotes. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** The query has the order of `parameters`, and leaves out parameters without a value. */
export function callUrl(origin: string, { path, parameters, values }: Call): string {
  const filled = path.replace(/\{(\w+)\}/g, (braces, name: string) => (values[name] ? encode(values[name]) : braces));
  const query = parameters
    .filter((name) => !path.includes(`{${name}}`) && (values[name] ?? '') !== '')
    .map((name) => `${name}=${encode(values[name] ?? '')}`)
    .join('&');
  return `${origin}${filled}${query && `?${query}`}`;
}

/** Snippets read the key from the environment: it does not belong in code. */
export const keyVariable = 'LOUPE_API_KEY';

export const languages = ['curl', 'TypeScript', 'Python'] as const;
export type Language = (typeof languages)[number];

/** With the key itself, to paste into a shell. */
export function curlWithKey(url: string, key: string): string {
  return `curl '${url}' \\\n  -H 'x-api-key: ${key}'`;
}

/** `url` is already encoded, so it is safe in quotes. */
export function snippet(language: Language, url: string): string {
  return generators[language](url);
}

const generators: Record<Language, (url: string) => string> = {
  curl: (url) => `curl '${url}' \\\n  -H "x-api-key: $${keyVariable}"`,
  TypeScript: (url) =>
    [
      `const response = await fetch('${url}', {`,
      `  headers: { 'x-api-key': process.env.${keyVariable}! },`,
      '});',
      'const body = await response.json();',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the template belongs to the snippet
      "if (!response.ok) throw new Error(`${body.code}: ${body.detail} (${response.headers.get('x-request-id')})`);",
      "console.log(body, 'cost', response.headers.get('x-cost-usd'));",
    ].join('\n'),
  Python: (url) =>
    [
      'import os',
      '',
      'import requests',
      '',
      'response = requests.get(',
      `    "${url}",`,
      `    headers={"x-api-key": os.environ["${keyVariable}"]},`,
      '    timeout=60,',
      ')',
      'body = response.json()',
      'if not response.ok:',
      "    raise RuntimeError(f\"{body['code']}: {body['detail']} ({response.headers['x-request-id']})\")",
      'print(body, "cost", response.headers["x-cost-usd"])',
    ].join('\n'),
};
