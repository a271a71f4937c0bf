import { Injectable, type PipeTransform } from '@nestjs/common';
import { isRequestId } from '../../core/usage/usage-record';
import { Problem } from '../../platform/problem';
import { type Page, type PageQuery, readPage } from '../fields/page';

/** Whether the text is an id. A JavaScript number holds 15 digits exactly. */
export function isId(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

export function idOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** @throws {Problem} `not_found` when the text is not an id */
export function readId(text: string): number {
  if (isId(text)) return Number(text);
  throw notFound();
}

/**
 * A page of a list that is ordered by id.
 * @param read rows beyond the given id, which is the last one of the previous page
 * @throws {Problem} `invalid_cursor`
 */
export function readPageById<Row extends { readonly id: number }, View>(
  query: PageQuery,
  read: (lastId: number | undefined, limit: number) => Promise<Row[]>,
  show: (row: Row) => View,
): Promise<Page<View>> {
  return readPage(query, {
    read: (cursor, limit) => read(idOf(cursor), limit),
    keyOf: ({ id }) => `${id}`,
    show,
    isKey: isId,
  });
}

@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  transform(text: string): number {
    return readId(text);
  }
}

@Injectable()
export class EntryIdPipe implements PipeTransform<string, string> {
  transform(text: string): string {
    if (isRequestId(text)) return text;
    throw notFound();
  }
}

function notFound(): Problem {
  return new Problem(
    'not_found',
    'No object has this id. An id is what a list shows as id, not a name or the start of a key.',
  );
}
