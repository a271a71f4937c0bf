import { Page } from '../../components/page';
import { OverviewView } from './overview-view';

export function OverviewPage() {
  return (
    <Page title="Overview">
      <OverviewView />
    </Page>
  );
}
