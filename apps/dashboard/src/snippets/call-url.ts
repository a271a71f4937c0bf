/** What a URL is made from: an operation's path with `{braces}`, and the texts of its parameters by name. */
export interface Call {
  readonly path: string;
  readonly parameters: readonly string[];
  readonly values: Readonly<Record<string, string>>;
}

/** Also the five characters that encodeURIComponent leaves, so that a URL can stand in any kind of quotes. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** The address of a call. Query parameters keep the order of the table; empty ones are left out. */
export function callUrl(origin: string, { path, parameters, values }: Call): string {
  const filled = path.replace(/\{(\w+)\}/g, (braces, name: string) => (values[name] ? encode(values[name]) : braces));
  const query = parameters
    .filter((name) => !path.includes(`{${name}}`) && (values[name] ?? '') !== '')
    .map((name) => `${name}=${encode(values[name] ?? '')}`)
    .join('&');
  return `${origin}${filled}${query && `?${query}`}`;
}
