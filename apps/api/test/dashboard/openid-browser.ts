import { Browser } from './dashboard-world';

/** A browser that visits two sites, with the cookies of each. Like a browser, it sends no strict cookie when another site leads to Loupe. */
export class TwoSiteBrowser {
  private readonly jars = new Map<string, Map<string, string>>();
  private readonly strict = new Set<string>();
  address = new Browser('').address;

  constructor(readonly loupe: string) {}

  /** Cookies of Loupe, to take away or put back. */
  get cookies(): Map<string, string> {
    return this.jar(this.loupe);
  }

  /**
   * Follows redirects until Loupe sends the browser to a page. @param stopBefore returns the first address that begins with it
   * instead of opening it. @returns the address of that page without Loupe's own
   */
  async visit(
    path: string,
    { cancel = false, stopBefore }: { cancel?: boolean; stopBefore?: string } = {},
  ): Promise<string> {
    let url = new URL(path, this.loupe).href;
    let from = this.loupe;
    let method = 'GET';
    for (let hops = 0; hops < 20; hops++) {
      if (stopBefore !== undefined && url.startsWith(stopBefore)) return url;
      if (url.startsWith(`${this.loupe}/dashboard/`) && !url.includes('/dashboard/api/'))
        return url.slice(this.loupe.length);
      const response = await this.fetch(url, method, from !== this.loupe);
      const location = response.headers.get('location');
      const isForm = response.status === 200 && new URL(url).pathname.startsWith('/login/');
      if (location === null && !isForm) throw new Error(`${url} → ${response.status} ${await response.text()}`);
      from = new URL(url).origin;
      method = isForm ? 'POST' : 'GET';
      url = isForm ? url + (cancel ? '?cancel' : '') : new URL(location!, url).href;
    }
    throw new Error('too many redirects');
  }

  /** Forgets who is signed in at another site. */
  leave(origin: string): void {
    this.jars.delete(origin);
  }

  /** Signs in through the provider. @returns the page where this ends */
  signIn(to = '/dashboard/'): Promise<string> {
    return this.visit(`/dashboard/api/session/oidc?to=${encodeURIComponent(to)}`);
  }

  /** A call of the page, with all cookies. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  async call(method: string, path: string, body?: unknown): Promise<{ status: number; json: any }> {
    const response = await this.fetch(`${this.loupe}/dashboard/api${path}`, method, false, body);
    const text = await response.text();
    return { status: response.status, json: text ? JSON.parse(text) : undefined };
  }

  /** Takes over the cookies of a browser that has signed in with a password. */
  adopt(browser: Browser): this {
    this.keep(this.loupe, `${browser.cookie}; SameSite=Strict`);
    return this;
  }

  private async fetch(url: string, method: string, isCrossSite: boolean, body?: unknown): Promise<Response> {
    const { origin } = new URL(url);
    const sent = [...this.jar(origin)].filter(([name]) => !isCrossSite || !this.strict.has(name));
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        cookie: sent.map((pair) => pair.join('=')).join('; '),
        'x-forwarded-for': this.address,
        ...(method !== 'GET' && method !== 'DELETE' && origin === this.loupe && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) this.keep(origin, cookie);
    return response;
  }

  private keep(origin: string, cookie: string): void {
    const [pair, ...attributes] = cookie.split(';');
    const [, name, value] = /^([^=]+)=(.*)$/.exec(pair!)!;
    const isEnded = value === '' || attributes.some((one) => one.trim() === 'Max-Age=0');
    if (isEnded) this.jar(origin).delete(name!);
    else this.jar(origin).set(name!, value!);
    if (origin === this.loupe && /SameSite=Strict/i.test(cookie)) this.strict.add(name!);
  }

  private jar(origin: string): Map<string, string> {
    if (!this.jars.has(origin)) this.jars.set(origin, new Map());
    return this.jars.get(origin)!;
  }
}
