import { describeDifferences, ReconcileRuns } from '../../../core/billing/reconcile/reconcile';
import { ReconcileRepository } from '../../../core/billing/reconcile/reconcile.repository';
import { command } from '../command';

export const reconcile = command({
  name: 'reconcile',
  purpose: 'Checks the books: every balance, total, cap and guard; prints what differs, and then ends with code 1',
  options: {},
  async run(_values, { dataSource }) {
    const differences = await new ReconcileRuns(dataSource, new ReconcileRepository()).run();
    return { lines: describeDifferences(differences).split('\n'), exitCode: differences.length > 0 ? 1 : 0 };
  },
});
