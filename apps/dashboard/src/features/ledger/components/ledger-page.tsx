import { Page } from '../../../components/page';
import { LedgerView } from './ledger-view';

export function LedgerPage() {
  return (
    <Page
      title="Ledger"
      lede="Every movement of the balance. Entries are never changed: a mistake is put right by a reversal."
    >
      <LedgerView />
    </Page>
  );
}
