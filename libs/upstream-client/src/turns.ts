import type { Body } from '@loupe/lossless-json';
import type { Exchange } from './exchange';
import { FairLine } from './fair-line';

/** What is done with so many bytes takes as long as all else that is done for a request. */
const longBytes = 100_000;

let isTaken = false;
const line = new FairLine<() => void>();

/** Of several pieces, the first one of a long body is long. */
export function isLong(body: Body): boolean {
  return Buffer.isBuffer(body) ? body.length > longBytes : body.some(({ length }) => length > longBytes);
}

/**
 * Whoever has a long body goes on in a turn of the event loop that no other long body has: any other request needs several turns, and would
 * wait in each of them for all long bodies that have arrived. Nothing to wait for in a turn that nobody has taken.
 */
export function takeTurn(exchange: Exchange): Promise<void> | undefined {
  const { accountId } = exchange;
  if (isTaken)
    return exchange.wait<void>((go) => {
      line.add(accountId, go);
      return () => line.remove(accountId, go);
    });
  isTaken = true;
  setImmediate(next);
  return undefined;
}

function next(): void {
  const go = line.take();
  isTaken = go !== undefined;
  if (!go) return;
  setImmediate(next);
  go();
}
