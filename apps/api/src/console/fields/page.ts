import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { PagedList } from '../../platform/database/read-all';
import { Problem } from '../../platform/problem';
import { BooleanField, IntegerField, TextField } from './fields';
import { ResponseText } from './response-fields';

const defaultLimit = 50;

/** Bounds of a page, so that no answer occupies the process for long. A larger `limit` gets this many rows. */
export const maxRows = 100;
const maxBytes = 90_000;

export class PageQuery {
  @TextField({ max: 512, optional: true, description: 'next_cursor of the previous page' }) cursor?: string;
  @IntegerField({
    min: 1,
    max: 200,
    optional: true,
    description: `Rows per page; ${defaultLimit} by default. A page has at most ${maxRows} rows, and fewer if they are large`,
  })
  limit?: number;
}

export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
  has_more: boolean;
}

/** Builds the OpenAPI type of a page of items. Extend it to name the schema. */
export function pageOf<Item>(item: Type<Item>): Type<Page<Item>> {
  class PageOf implements Page<Item> {
    @ApiProperty({ type: [item] })
    items: Item[];

    @ResponseText({ nullable: true, description: 'Pass it as cursor to get the next page; null on the last page' })
    next_cursor: string | null;

    @BooleanField()
    has_more: boolean;
  }
  return PageOf;
}

/** Builds the OpenAPI type of a list without pages. Extend it to name the schema. */
export function listOf<Item>(item: Type<Item>): Type<{ items: Item[] }> {
  class ListOf {
    @ApiProperty({ type: [item] })
    items: Item[];
  }
  return ListOf;
}

export interface PageSource<Row, View> extends PagedList<Row> {
  readonly show: (row: Row) => View;
  /** Whether a cursor is well-formed. A malformed one is refused before it reaches the database. */
  readonly isKey: (text: string) => boolean;
}

/** @throws {Problem} `invalid_cursor` */
export async function readPage<Row, View>(query: PageQuery, source: PageSource<Row, View>): Promise<Page<View>> {
  const { cursor } = query;
  const limit = Math.min(query.limit ?? defaultLimit, maxRows);
  if (cursor !== undefined && !source.isKey(cursor)) {
    throw new Problem(
      'invalid_cursor',
      'cursor is not from this list. Send next_cursor of the previous page unchanged, or leave it out to start at the beginning.',
    );
  }
  const rows = await source.read(cursor, limit + 1);
  const items = firstItems(rows.slice(0, limit).map(source.show));
  const last = rows.length > items.length ? rows[items.length - 1] : undefined;
  const next_cursor = last === undefined ? null : source.keyOf(last);
  return { items, next_cursor, has_more: next_cursor !== null };
}

/** The items that fit into an answer, at least one. */
export function firstItems<Item>(all: readonly Item[], limits: { rows?: number; bytes?: number } = {}): Item[] {
  const { rows = maxRows, bytes = maxBytes } = limits;
  let size = 0;
  const end = all.findIndex((item, index) => {
    size += Buffer.byteLength(JSON.stringify(item)) + 1;
    return index > 0 && (index >= rows || size > bytes);
  });
  return end < 0 ? [...all] : all.slice(0, end);
}
