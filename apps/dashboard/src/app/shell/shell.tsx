import { Outlet } from '@tanstack/react-router';
import { MobileBar } from './mobile-bar';
import { Navigation } from './navigation';
import classes from './shell.module.css';
import { ShellFoot } from './shell-foot';

/** Frame of every signed-in page: navigation beside the content, above it on narrow screens. */
export function Shell() {
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        Skip to the content
      </a>
      <MobileBar />
      <aside className={classes.side}>
        <Navigation />
        <ShellFoot />
      </aside>
      <main id="content" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
    </div>
  );
}
