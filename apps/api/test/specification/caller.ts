// biome-ignore lint/suspicious/noExplicitAny: most members are the upstream's
export type Body = any;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

/** Facts about every response, gathered over the whole run. */
export const gathered = {
  requestIds: [] as (string | null)[],
  ids: 0,
  numericIds: [] as string[],
  times: 0,
  oddTimes: [] as string[],
};

/** Does what the specification tells callers to do, and nothing more: no retries, no cache, no knowledge of the product. */
export class Caller {
  constructor(
    public baseUrl = '',
    public key = '',
  ) {}

  async get(path: string, headers: Record<string, string> = { 'X-Api-Key': this.key }): Promise<Answer> {
    const response = await fetch(this.baseUrl + path, { headers });
    const text = await response.text();
    const body = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
    gathered.requestIds.push(response.headers.get('x-request-id'));
    gather(body, path);
    return { status: response.status, headers: response.headers, text, body };
  }

  async body(path: string): Promise<Body> {
    const { status, text, body } = await this.get(path);
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 500)}`);
    return body;
  }

  async refusal(path: string): Promise<[status: number, code: string | undefined]> {
    const { status, body } = await this.get(path);
    return [status, body?.code];
  }

  /** The pages of a standard list, each requested with the `next_cursor` of the previous one, until `has_more` is false. */
  envelopes(path: string, maxPages?: number): Promise<Body[]> {
    return this.pages(path, 'cursor', ({ has_more, next_cursor }) => has_more && next_cursor, maxPages);
  }

  async items(path: string, maxPages?: number): Promise<Body[]> {
    return (await this.envelopes(path, maxPages)).flatMap(({ items }) => items);
  }

  grid(userId: string): Promise<Body[]> {
    const next = ({ feed }: Body) => feed.more_available && feed.profile_grid_items_cursor;
    return this.pages(`/users/${userId}/posts`, 'cursor', next);
  }

  /** "Pass `next_min_id` back as `min_id` exactly as received; stop when `has_more` is false". */
  comments(postId: string, ownerId: string): Promise<Body[]> {
    const next = ({ has_more, next_min_id }: Body) => has_more && next_min_id;
    return this.pages(`/posts/${postId}/comments?user_id=${ownerId}`, 'min_id', next);
  }

  /** Requests page after page until `next` returns false. Without `maxPages`, a list that does not end is a failure. */
  private async pages(path: string, parameter: string, next: (body: Body) => unknown, maxPages?: number) {
    const pages: Body[] = [];
    for (let address = path; pages.length < (maxPages ?? 400); ) {
      pages.push(await this.body(address));
      const token = next(pages.at(-1));
      if (token === false) return pages;
      if (typeof token !== 'string') throw new Error(`page ${pages.length} of ${path} has the token ${token}`);
      address = `${path}${path.includes('?') ? '&' : '?'}${parameter}=${encodeURIComponent(token)}`;
    }
    if (maxPages === undefined) throw new Error(`${path} has no end after ${pages.length} pages`);
    return pages;
  }
}

/** The one caller of the suite; its address and its key are set when the product has started. */
export const loupe = new Caller();

const idName = /^(pk|ids?)$|_(pk|ids?)$/;
const timeName = /^(1l)?(taken_at|created_at)$/;

/** Collects ids that are JSON numbers, unsafe numbers, and times that are not Unix seconds from 2010 to tomorrow. */
function gather(value: Body, path: string, name = ''): void {
  if (Array.isArray(value)) for (const item of value) gather(item, path, name);
  else if (value !== null && typeof value === 'object') for (const key in value) gather(value[key], path, key);
  if (idName.test(name)) gathered.ids++;
  if (timeName.test(name)) gathered.times++;
  if (typeof value === 'number' && (idName.test(name) || Math.abs(value) > Number.MAX_SAFE_INTEGER))
    gathered.numericIds.push(`${path}: ${name} is ${value}`);
  const isTime = Number.isInteger(value) && value > 1.26e9 && value < Date.now() / 1000 + 86_400;
  if (timeName.test(name) && !isTime) gathered.oddTimes.push(`${path}: ${name} is ${value}`);
}
