// Faults of API processes and of an embedded PostgreSQL, for machines that have only Node.js.
import { setTimeout as sleep } from 'node:timers/promises';

export function embeddedFaults({ servers, database, dataSource }, ms, choose) {
  const [api, postgres] = ['API', 'PostgreSQL'];
  const everyServer = () => Promise.all(servers.map((server) => server.kill()));
  return [
    { part: api, name: 'a process killed', strike: () => choose(servers).kill() },
    { part: api, name: 'a process hangs', strike: () => hangFor(choose(servers), ms.long) },
    { part: api, name: 'all killed with PostgreSQL', strike: () => Promise.all([database.kill(), everyServer()]) },
    {
      part: api,
      name: 'all killed when PostgreSQL commits timed-out charges',
      async strike() {
        database.pause();
        // In this time, the charges time out, and their callers receive an error.
        await sleep(ms.long);
        database.resume();
        await everyServer();
      },
    },
    { part: postgres, name: 'killed', strike: () => database.kill() },
    { part: postgres, name: 'a server process killed', strike: () => database.killBackend(dataSource) },
    { part: postgres, name: 'stopped', strike: () => endFor(database, 'SIGINT', ms.short) },
    { part: postgres, name: 'killed for longer', strike: () => endFor(database, 'SIGKILL', ms.short) },
    {
      part: postgres,
      name: 'hangs',
      async strike() {
        database.pause();
        await sleep(ms.long);
        database.resume();
      },
    },
    {
      part: postgres,
      name: 'connections reset and refused',
      async strike() {
        await database.refuse();
        await sleep(ms.short);
        await database.accept();
      },
    },
  ];
}

async function hangFor(server, ms) {
  server.signal('SIGSTOP');
  await sleep(ms);
  server.signal('SIGCONT');
}

export async function endFor(database, signal, ms) {
  await database.end(signal);
  await sleep(ms);
  await database.start();
}
