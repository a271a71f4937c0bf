import { Call, parse } from './call.ts';
import type { Answer, Meta } from './options.ts';
import { type PageKind, type PageRule, pageRules } from './page-rules.ts';

export interface Page<T> {
  items: T[];
  /** Token of the next page; null on the last page. Pass it as `cursor` (comments: `min_id`) to resume the list. */
  next: string | null;
  data: unknown;
  meta: Meta;
}

/** A list. Awaiting it gives the first page; iterating it gives all items. */
export class List<T> extends Call<Page<T>> implements AsyncIterable<T> {
  readonly #sendPage: (token?: string) => Promise<Answer>;
  readonly #toPage: (parsed: unknown, meta: Meta) => Page<T>;
  readonly #limit: number;

  /** @internal */
  constructor(
    sendPage: (token?: string) => Promise<Answer>,
    kind: PageKind,
    fields: readonly string[] | undefined,
    limit = Number.POSITIVE_INFINITY,
  ) {
    const { items, next: nextOf }: PageRule = pageRules[kind];
    const toPage = (data: unknown, meta: Meta): Page<T> => {
      const next = nextOf(data) || null;
      if (!next) meta.end ??= 'no-cursor';
      return { items: items(data, fields) as T[], next, data, meta };
    };
    super(sendPage, toPage);
    this.#sendPage = sendPage;
    this.#toPage = toPage;
    this.#limit = limit;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, undefined> {
    for await (const { items } of this.pages()) yield* items;
  }

  /** Iterates over pages, each with its items and metadata. */
  pages(): AsyncGenerator<Page<T>, undefined> {
    return this.#walk(this.#limit);
  }

  async toArray({ limit }: { limit: number }): Promise<T[]> {
    const all: T[] = [];
    for await (const { items } of this.#walk(Math.min(limit, this.#limit))) all.push(...items);
    return all;
  }

  async *#walk(limit: number): AsyncGenerator<Page<T>, undefined> {
    if (!(limit >= 0)) throw new TypeError(`limit must be a number such as 50, not ${limit}`);
    if (!limit) return;
    let left = limit;
    let { data: page } = await this.withMeta();
    while (page.items.length < left && page.next) {
      yield page;
      left -= page.items.length;
      const answer = await this.#sendPage(page.next);
      page = this.#toPage(parse(answer), answer.meta);
    }
    const { items, meta } = page;
    const isCut = items.length > left || page.next;
    yield { ...page, items: items.slice(0, left), meta: { ...meta, end: isCut ? 'limit' : meta.end } };
  }
}
