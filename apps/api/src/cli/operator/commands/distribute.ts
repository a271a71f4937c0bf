import { withMigrationLock } from '../../../platform/database/data-source';
import { distribute as distributeLedger, planDistribution } from '../../../platform/database/distribution/distribution';
import { command, counted, toggle } from '../command';

const mebibyte = 2 ** 20;

export const distribute = command({
  name: 'distribute',
  purpose: 'Distributes the ledger over the workers of a Citus cluster; DATABASE_URL must be its coordinator',
  options: {
    apply: toggle(
      'apply the plan; without this option the command only prints it. Stop every process of the API first',
    ),
  },
  async run({ apply }, { dataSource }) {
    const { obstacles, nodes, tables } = await planDistribution(dataSource);
    if (obstacles.length > 0) return { ...said(obstacles), exitCode: 1 };
    const left = tables.filter(({ isDistributed }) => !isDistributed);
    const lines = [
      `${counted(nodes.length - 1, 'worker')}, Citus ${nodes[0]!.citus}`,
      ...left.map(({ name, localBytes }) => `to be distributed: ${name}, ${Math.ceil(localBytes / mebibyte)} MiB`),
    ];
    if (!apply) {
      const next = 'the ledger cannot be used while it is copied; stop every process of the API, and add --apply';
      const nothing = 'every table is already distributed; --apply only completes what is missing';
      return said([...lines, left.length > 0 ? next : nothing]);
    }
    await withMigrationLock(dataSource, (db) => distributeLedger(db, (step) => lines.push(step)));
    return said([...lines, 'done: start the API, and run loupe reconcile']);
  },
});

function said(lines: readonly string[]) {
  return { lines, json: { lines } };
}
