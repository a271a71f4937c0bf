// haproxy twice, as an operator has it: in front of PostgreSQL beside the service, and in front of the API for everybody.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Part, probe } from './part.mjs';

/** Leads to whichever node Patroni calls primary; connections to one that no longer is are cut. */
export function startDatabaseProxy(directory, nodes) {
  const servers = nodes.map(
    ({ name, port, restUrl }) => `server ${name} 127.0.0.1:${port} check port ${new URL(restUrl).port}`,
  );
  return startProxy(
    directory,
    'database-proxy',
    (port) => `
global
  maxconn 2000
defaults
  mode tcp
  timeout connect 2s
  timeout check 2s
  # A listener may be silent for long; both sides keep connections alive and have deadlines of their own.
  timeout client 24h
  timeout server 24h
listen postgresql
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  option clitcpka
  option srvtcpka
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
  ${servers.join('\n  ')}
`,
  );
}

/**
 * Sends requests to processes that are ready. When none is, because what all of them need is away, they go to those that are alive:
 * Loupe's own answer says what is the matter, and its documents and health are still served.
 */
export function startApiProxy(directory, processes, { checkEveryMs }) {
  const servers = processes.map(
    ({ name, port, managementPort }) => `server ${name} 127.0.0.1:${port} check port ${managementPort}`,
  );
  return startProxy(
    directory,
    'api-proxy',
    (port) => `
global
  maxconn 4000
defaults
  mode http
  timeout connect 2s
  timeout check 2s
  timeout client 60s
  timeout server 60s
  timeout http-keep-alive 60s
  option forwardfor
  # A request that may have arrived is never sent again, since each arrival is charged; one whose connection failed goes elsewhere.
  retry-on conn-failure
  retries 3
  option redispatch 1
  balance leastconn
  http-check expect status 200
  default-server inter ${checkEveryMs}ms fall 2 rise 1
frontend everybody
  bind 127.0.0.1:${port}
  use_backend alive if { nbsrv(ready) eq 0 }
  default_backend ready
backend ready
  option httpchk GET /readyz
  ${servers.join('\n  ')}
backend alive
  option httpchk GET /livez
  ${servers.join('\n  ')}
`,
  );
}

async function startProxy(directory, name, configuration) {
  const [port, statisticsPort] = [await directory.port(), await directory.port()];
  const folder = directory.folder(name);
  const file = join(folder, 'haproxy.cfg');
  const statistics = `
listen statistics
  mode http
  bind 127.0.0.1:${statisticsPort}
  stats enable
  stats uri /
`;
  writeFileSync(file, `${configuration(port).trim()}${statistics}`);
  return new HaProxy({ name, folder, port, statisticsPort, command: 'haproxy', args: ['-db', '-f', file] }).start();
}

class HaProxy extends Part {
  isReady = async () => (await this.#statistics()).status === 200;

  /** Names of the servers that this backend sends anything to. */
  async up(backend) {
    const { text } = await this.#statistics();
    const rows = text.split('\n').map((line) => line.split(','));
    const column = rows[0].indexOf('status');
    return rows
      .filter((row) => row[0] === backend && row[column]?.startsWith('UP') && row[1] !== 'BACKEND')
      .map(([, name]) => name);
  }

  #statistics() {
    return probe(`http://127.0.0.1:${this.statisticsPort}/;csv`);
  }
}
