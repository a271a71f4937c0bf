import { Page } from '../../../components/page';
import { OverviewView } from './overview-view';
import { PeriodControl } from './period-control';

export function OverviewPage() {
  return (
    <Page title="Overview" actions={<PeriodControl />}>
      <OverviewView />
    </Page>
  );
}
