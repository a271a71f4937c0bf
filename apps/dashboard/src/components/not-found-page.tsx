import { Link } from '@tanstack/react-router';
import { EmptyState } from './empty-state';
import classes from './not-found-page.module.css';
import { Page } from './page';

export function NotFoundPage() {
  return (
    <main id="content" className={classes.main}>
      <Page title="Nothing here">
        <EmptyState title="This page does not exist" action={<Link to="/">To the overview</Link>}>
          The address may be mistyped, or what it named may be gone.
        </EmptyState>
      </Page>
    </main>
  );
}
