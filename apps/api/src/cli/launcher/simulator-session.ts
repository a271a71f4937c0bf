import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A session that the simulated upstream accepts, in the form that real ones are configured in. */
export interface SimulatorSession {
  token: string;
  /** What UPSTREAM_SESSIONS_FILE is set to. */
  file: string;
}

export function createSimulatorSession(dataDirectory: string): SimulatorSession {
  const token = randomBytes(16).toString('hex');
  const file = join(dataDirectory, 'simulator-sessions.json');
  writeFileSync(file, JSON.stringify([{ cookie: `sessionid=${token}` }]), { mode: 0o600 });
  return { token, file };
}
