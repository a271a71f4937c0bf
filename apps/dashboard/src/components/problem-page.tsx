import { Page } from './page';
import { ProblemNotice } from './problem-notice';

/** Where a page could not be shown at all. */
export function ProblemPage({ error }: { error: unknown }) {
  return (
    <Page title="This page could not be shown">
      <ProblemNotice error={error} onRetry={() => window.location.reload()} />
    </Page>
  );
}
