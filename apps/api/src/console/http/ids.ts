import { Injectable, type PipeTransform } from '@nestjs/common';
import { isRequestId } from '../../core/usage/usage-record';
import { Problem } from '../../platform/http/problem';

/** Whether a text has the form of an id: few enough digits to fit a number exactly. */
export function isId(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

/** The number of an id that its field has validated. */
export function idOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** @throws {Problem} `not_found` when the text is no id, as for an id of another account. */
export function readId(text: string): number {
  if (isId(text)) return Number(text);
  throw notFound();
}

@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  transform(text: string): number {
    return readId(text);
  }
}

/** The id of a ledger entry in a path: a UUID. */
@Injectable()
export class EntryIdPipe implements PipeTransform<string, string> {
  transform(text: string): string {
    if (isRequestId(text)) return text;
    throw notFound();
  }
}

function notFound(): Problem {
  return new Problem('not_found', 'There is nothing with this id.');
}
