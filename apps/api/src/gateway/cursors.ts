import { hash } from 'node:crypto';
import { tokenParameters } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { Problem } from '../platform/problem';
import { TokenCipher } from '../platform/secrets/token-cipher';
import type { Continuation } from './answers/upstream-result';
import type { Call } from './call';
import { differing, type ListIdentity, listIdentity } from './list-identity';

/** The upstream's cursor and up to two values that belong to it ('' when absent). */
export type UpstreamCursor = readonly [cursor: string, second: string, third: string];

/** The content of a page token. */
export interface OpenedCursor {
  readonly cursor: UpstreamCursor;
  readonly step: number;
  /** Fingerprints of the previous cursor, and of the last cursor whose step was a power of two. */
  readonly before: string;
  readonly milestone: string;
}

/** Purposes of the encryption. Live and simulator cursors must not be interchangeable. */
const use = 'list token';
const testUse = 'list token of the simulator';

const useOf = ({ isTest }: Call) => (isTest ? testUse : use);

/** Encrypts and decrypts the tokens that page a list. */
@Injectable()
export class Cursors {
  constructor(private readonly tokenCipher: TokenCipher) {}

  /**
   * Reads the token of the request.
   * @returns undefined on the first page
   * @throws {Problem} `invalid_cursor` when the token was not issued for this endpoint and these parameters
   */
  open(call: Call): OpenedCursor | undefined {
    const parameter = tokenParameters.find((name) => call.params[name] !== undefined);
    if (parameter === undefined) return undefined;
    const token = call.params[parameter] as string;
    const opened = this.tokenCipher.decrypt(token, useOf(call));
    if (opened === undefined) return this.throwForeign(token, call, parameter);
    const [operation, list, cursor, step, before, milestone] = JSON.parse(opened) as Content;
    if (operation !== call.operation.name) return throwInvalid(parameter, 'was issued for another endpoint');
    const others = differing(list, listIdentity(call.operation, call.params));
    if (others.length === 1) return throwInvalid(parameter, `was issued for another ${others[0]}`);
    if (others.length > 1) return throwInvalid(parameter);
    if (parameter === 'max_id' && cursor[1] === 'min') return throwInvalid(parameter, 'was issued as next_min_id');
    return { cursor, step, before, milestone };
  }

  /** Issues the next page's token. Ends the list on a repeated cursor, or a cycle of any length (Brent's algorithm). */
  next(call: Call, cursor: UpstreamCursor | undefined, current: OpenedCursor | undefined): Continuation {
    if (!cursor) return { end: 'no-cursor' };
    const print = fingerprint(cursor);
    if (current && (cursor[0] === current.cursor[0] || print === current.before || print === current.milestone))
      return { end: 'repeated-cursor' };
    const step = (current?.step ?? 0) + 1;
    const isMilestone = (step & (step - 1)) === 0;
    const content: Content = [
      call.operation.name,
      listIdentity(call.operation, call.params),
      cursor,
      step,
      current ? fingerprint(current.cursor) : '',
      isMilestone ? print : current!.milestone,
    ];
    return { token: this.tokenCipher.encrypt(JSON.stringify(content), useOf(call)) };
  }

  private throwForeign(token: string, { isTest }: Call, parameter: string): never {
    if (token.length < shortest)
      return throwInvalid(
        parameter,
        `has ${token.length} characters, so it is not a token of ours: pages have no numbers`,
      );
    if (this.tokenCipher.decrypt(token, isTest ? use : testUse) === undefined) return throwInvalid(parameter);
    return throwInvalid(parameter, isTest ? 'was issued to a live key' : 'was issued to a test key');
  }
}

/** Every token of ours is longer. */
const shortest = 40;

type Content = readonly [
  operation: string,
  list: ListIdentity,
  cursor: UpstreamCursor,
  step: number,
  before: string,
  milestone: string,
];

function fingerprint(cursor: UpstreamCursor): string {
  return hash('sha1', JSON.stringify(cursor), 'base64url').slice(0, 10);
}

function throwInvalid(
  parameter: string,
  what = 'was changed, or was not issued for this endpoint and these parameters',
): never {
  const message = 'must be the unchanged token of the previous page';
  throw new Problem(
    'invalid_cursor',
    `${parameter} ${what}. Send what the previous page gave, such as next_${parameter}, unchanged and with the same parameters, or leave it out to start again.`,
    { members: { errors: [{ in: 'query', parameter, message }] } },
  );
}
