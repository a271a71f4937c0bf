import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { readDocumentIds } from '../../gateway/upstream/document-ids';
import { readSessionsFile } from '../../gateway/upstream/sessions-file';
import { checkEnv, type Env, EnvError, envWarnings, misspellings } from '../../platform/config/env';
import { listenFailure } from '../../platform/database/failures';

const upstreamTimeoutMs = 2_000;

/**
 * Reads the configuration and tries what it names: addresses, ports, files and DATA_DIR.
 * @param isServer false for the launcher, which starts the database and the upstream when they are not configured
 * @throws {EnvError} with all errors, and with hints at misspelt names
 */
export async function readEnvOfStart(source: NodeJS.ProcessEnv, isServer: boolean): Promise<Env> {
  const { env, errors } = checkEnv(source, isServer);
  errors.push(...(await listenErrors(env)), ...dataDirectoryErrors(env.DATA_DIR!));
  // The launcher's simulator brings its own sessions.
  if (isServer || env.UPSTREAM_BASE_URL) errors.push(...fileErrors(env));
  if (errors.length > 0) throw new EnvError([...errors, ...misspellings(source)]);
  return env as Env;
}

/** Logs what looks wrong and does not prevent the start. Does not wait for the upstream. */
export function warnAtStart(env: Env, source: NodeJS.ProcessEnv, logger: Pick<Logger, 'warn'>): void {
  for (const warning of envWarnings(env, source)) logger.warn(warning);
  const { hostname, port, protocol } = new URL(env.UPSTREAM_BASE_URL!);
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (protocol === 'https:' ? 443 : 80)) };
  const socket = connect(address).unref();
  const complain = (reason: string) =>
    logger.warn(`UPSTREAM_BASE_URL: the upstream at ${hostname}:${address.port} cannot be connected to (${reason})`);
  socket.setTimeout(upstreamTimeoutMs, () => socket.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
  socket.once('error', ({ code, message }: NodeJS.ErrnoException) => complain(code ?? message));
  socket.once('connect', () => socket.destroy());
}

/** Both ports stay open until both were tried, so that they cannot be the same. */
async function listenErrors(env: Partial<Env>): Promise<string[]> {
  const open: Server[] = [];
  const errors: string[] = [];
  for (const [variable, host] of [
    ['PORT', env.HOST],
    ['MANAGEMENT_PORT', env.MANAGEMENT_HOST],
  ] as const) {
    const server = createServer((socket) => socket.destroy());
    open.push(server);
    const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
      server.once('error', resolve);
      server.listen({ port: env[variable] ?? 0, host, exclusive: true }, () => resolve(undefined));
    });
    if (
      variable === 'MANAGEMENT_PORT' &&
      error?.code === 'EADDRINUSE' &&
      errors.length === 0 &&
      env.PORT === env.MANAGEMENT_PORT
    )
      errors.push('MANAGEMENT_PORT must differ from PORT');
    else if (error) errors.push(listenFailure(variable, env, error.code));
  }
  await Promise.all(open.map((server) => new Promise((resolve) => server.close(resolve))));
  return errors;
}

/** In-doubt charges are written to DATA_DIR during an outage, which is too late to learn that this is impossible. */
function dataDirectoryErrors(directory: string): string[] {
  const probe = join(directory, `probe-${randomUUID()}`);
  try {
    mkdirSync(directory, { recursive: true });
    try {
      writeFileSync(probe, 'x', { flush: true });
    } finally {
      rmSync(probe, { force: true });
    }
    return [];
  } catch (error) {
    return [`DATA_DIR ${directory} cannot be written (${(error as NodeJS.ErrnoException).code})`];
  }
}

function fileErrors({ UPSTREAM_SESSIONS_FILE, UPSTREAM_DOC_IDS_FILE }: Partial<Env>): string[] {
  const reads = [
    () => UPSTREAM_SESSIONS_FILE && readSessionsFile(UPSTREAM_SESSIONS_FILE),
    () => readDocumentIds(UPSTREAM_DOC_IDS_FILE),
  ];
  return reads.flatMap((read) => {
    try {
      read();
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
}
