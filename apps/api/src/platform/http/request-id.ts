import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import { clock } from '../clock';

const sequences = 2 ** 31;
let lastMs = 0;
let sequence = 0;

/** A new UUIDv7 with the clock's time. Without `msecs`, the library would ignore that the clock was set back. */
export function newRequestId(): string {
  const msecs = clock.wallMs();
  sequence = msecs === lastMs ? sequence + 1 : randomInt(sequences);
  lastMs = msecs;
  return v7({ msecs, seq: sequence });
}
