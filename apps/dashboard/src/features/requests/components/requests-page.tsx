import { Page } from '../../../components/page';
import { RequestsView } from './requests-view';

export function RequestsPage() {
  return (
    <Page title="Requests" lede="Every call of your keys, with what it cost and what it was answered.">
      <RequestsView />
    </Page>
  );
}
