import { Injectable, type PipeTransform } from '@nestjs/common';
import { isRequestId } from '../../../core/usage/usage-record';
import { Problem } from '../../../platform/http/problem';
import { isId } from '../fields/ids';

/** An id in a path. What cannot be an id names nothing: 404, like an id of somebody else's. */
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
    throw nothingThere();
  }
}

/** @throws {Problem} `not_found` when the text is no id. */
export function readId(text: string): number {
  if (isId(text)) return Number(text);
  throw nothingThere();
}

function nothingThere(): Problem {
  return new Problem('not_found', 'There is nothing with this id.');
}
