import { statSync } from 'node:fs';
import { foreignLanguageHeaders, type SessionSettings, type UpstreamClient } from '@loupe/upstream-client';
import type { Logger } from 'pino';
import { isObject } from '../../platform/is-object';
import { isStringRecord, readJsonFile } from './json-file';

const variable = 'UPSTREAM_SESSIONS_FILE';
const checkEveryMs = 2_000;
const maxRequestsPerSecond = 1_000;

/** The operator's file of upstream sessions. It is checked every two seconds. An invalid new version is not used. */
export class SessionsFile {
  isInUse = true;
  private loadedVersion: string;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly path: string,
    private readonly logger: Logger,
  ) {
    this.loadedVersion = this.version();
  }

  /** @throws an error that names the file or its invalid sessions by position, but quotes no value of the file */
  read(): SessionSettings[] {
    const sessions = readSessionsFile(this.path);
    for (const [index, { headers }] of sessions.entries()) this.warnOfForeignLanguage(headers, index + 1);
    return sessions;
  }

  watch(client: UpstreamClient): void {
    this.timer = setInterval(() => this.reload(client), checkEveryMs).unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  reload(client: UpstreamClient): void {
    const version = this.version();
    if (version === this.loadedVersion) return;
    this.loadedVersion = version;
    try {
      const sessions = this.read();
      client.replaceSessions(sessions);
      this.isInUse = true;
      this.logger.info({ sessions: sessions.length }, `${variable} has changed: its sessions are now in use`);
    } catch (error) {
      this.isInUse = false;
      this.logger.error(`${(error as Error).message}; the sessions that were read before stay in use`);
    }
  }

  /** Identifies the file's content by its metadata. If a file is read while it is written, its metadata changes again. */
  private version(): string {
    const stat = statSync(this.path, { bigint: true, throwIfNoEntry: false });
    return stat ? `${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.size}` : 'missing';
  }

  private warnOfForeignLanguage(headers: SessionSettings['headers'], position: number): void {
    for (const name of foreignLanguageHeaders(headers))
      this.logger.warn(
        `Session ${position} of ${variable} requests another language than English in its ${name} header. ` +
          'Loupe recognises private and missing accounts by English texts: set the header to en-US, or leave it out.',
      );
  }
}

/** @throws like {@link SessionsFile.read} */
export function readSessionsFile(path: string): SessionSettings[] {
  return readSessions(readJsonFile(variable, path));
}

/** An entry is an object of headers, or of `headers`, `requests_per_second` and `proxy`. */
function readSessions(value: unknown): SessionSettings[] {
  if (!Array.isArray(value)) throw new Error(`${variable} must hold an array of sessions`);
  const read = value.map((entry) => (isSettings(entry) ? readSettings(entry) : readHeaders(entry)));
  const errors = read.flatMap((one, index) => (typeof one === 'string' ? [`session ${index + 1} ${one}`] : []));
  if (errors.length > 0) throw new Error(`${variable}: ${errors.join('; ')}`);
  return read as SessionSettings[];
}

const isSettings = (entry: unknown): entry is Record<string, unknown> => isObject(entry) && 'headers' in entry;

function readSettings({ headers, requests_per_second: rate, proxy, ...rest }: Record<string, unknown>) {
  const session = readHeaders(headers);
  if (typeof session === 'string') return session;
  const [unknown] = Object.keys(rest);
  if (unknown) return 'has a member other than headers, requests_per_second and proxy';
  if (rate !== undefined && !(typeof rate === 'number' && rate > 0 && rate <= maxRequestsPerSecond))
    return `must have requests_per_second above 0 and at most ${maxRequestsPerSecond}`;
  if (proxy !== undefined && !isProxy(proxy)) return 'must have an http or https address as its proxy';
  return { ...session, requestsPerSecond: rate, proxy } as SessionSettings;
}

/** RFC 9110, sections 5.1 and 5.5. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

function readHeaders(headers: unknown): SessionSettings | string {
  const isValid =
    isStringRecord(headers) &&
    Object.entries(headers).every(([name, value]) => headerName.test(name) && headerValue.test(value));
  return isValid ? { headers } : 'must be an object of header names and values, or contain such an object as headers';
}

function isProxy(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
