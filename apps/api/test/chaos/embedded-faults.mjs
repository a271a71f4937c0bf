// Faults of API processes and of an embedded PostgreSQL, for machines that have only Node.js.
import { hangFor, killFor, outages } from '../harness/faults.mjs';

export function embeddedFaults({ servers, database, dataSource }, ms, choose) {
  const api = (name, strike) => ({ part: 'API', name, strike });
  const postgres = (name, strike) => ({ part: 'PostgreSQL', name, strike });
  const killAll = () => Promise.all(servers.map((server) => killFor(server, 0)));
  return [
    api('a process killed', () => killFor(choose(servers), 0)),
    api('a process hangs', () => hangFor(choose(servers), ms.long)),
    api('all killed with PostgreSQL', () => Promise.all([killFor(database, 0), killAll()])),
    // While it hangs, the charges time out, and their callers receive an error.
    api('all killed when PostgreSQL commits timed-out charges', () => hangFor(database, ms.long).then(killAll)),
    postgres('killed', () => killFor(database, 0)),
    postgres('a server process killed', async () => {
      const charging = `SELECT pid FROM pg_stat_activity WHERE application_name = 'loupe-charges'`;
      const [backend] = await dataSource.query(charging);
      // The server resets and recovers from its WAL.
      if (backend) process.kill(backend.pid, 'SIGKILL');
    }),
    postgres('stopped', () => outages.stop(database, ms.short)),
    postgres('killed for longer', () => outages.kill(database, ms.short)),
    postgres('hangs', () => hangFor(database, ms.long)),
    postgres('connections reset and refused', () => outages.refuse(database, ms.short)),
  ];
}
