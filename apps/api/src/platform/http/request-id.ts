import { v7 } from 'uuid';
import { clock } from '../clock';

/** A UUIDv7 of now. Without its own time, the library goes on from the latest id when the machine's clock is set back. */
export function newRequestId(): string {
  return v7({ msecs: clock.wallMs() });
}
