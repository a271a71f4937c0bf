import type { Operation } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { Problem } from '../platform/http/problem';
import { Seal } from '../platform/secrets/seal';
import type { Call } from './call';

/** Where a list goes on at the upstream: the cursor proper, and up to two values that belong to it (empty when there are none). */
export type UpstreamCursor = readonly [cursor: string, second: string, third: string];

/** Gives out and takes back the cursors of the standard envelope. */
@Injectable()
export class Cursors {
  constructor(private readonly cursorSeal: Seal) {}

  /**
   * The upstream's cursor that the request goes on from; undefined on the first page.
   * @throws {Problem} invalid_cursor, when it is none of ours for this endpoint and these parameters.
   */
  open(call: Call): UpstreamCursor | undefined {
    const token = call.params.cursor as string | undefined;
    if (token === undefined) return undefined;
    const opened = this.cursorSeal.open(token, listIdentity(call.operation, call.params));
    if (opened !== undefined) return JSON.parse(opened) as UpstreamCursor;
    throw new Problem(
      'invalid_cursor',
      'cursor was not issued for this endpoint and these parameters. Leave it out to start again.',
      {
        members: {
          errors: [
            { in: 'query', parameter: 'cursor', message: 'must be next_cursor of the previous page, unchanged' },
          ],
        },
      },
    );
  }

  seal(cursor: UpstreamCursor, call: Call): string {
    return this.cursorSeal.seal(JSON.stringify(cursor), listIdentity(call.operation, call.params));
  }
}

/** The operation and every parameter but the cursor; one left out and one that says the default are the same list. */
function listIdentity(operation: Operation, params: Readonly<Record<string, unknown>>): string {
  const identifying = Object.keys(operation.parameters).filter(
    (name) => name !== 'cursor' && params[name] !== undefined && params[name] !== false,
  );
  return JSON.stringify([operation.name, ...identifying.map((name) => [name, params[name]])]);
}
