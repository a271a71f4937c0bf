import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './app/theme/fonts/basic-fonts.css';
import './app/theme/tokens.css';
import './app/theme/mantine.css';
import './app/theme/page.css';
import type { AnyRoute } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { dropEarlyResponses } from './api/early-responses';
import { App, router } from './app/app';

/** How long only the logo of index.html is shown; after that the frame shows that the page is loading. */
const patienceMs = 1_000;

async function open(element: HTMLElement): Promise<void> {
  preloadPage();
  const loaded = router
    .load()
    .catch(() => undefined)
    .then(dropEarlyResponses);
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  // As a transition, React renders in slices: a slow phone can scroll and tap while it works.
  startTransition(() =>
    createRoot(element).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  preloadOverlays();
}

const root = document.getElementById('root');
// A task of its own: running the application's modules was one already, and a slow phone reacts to nothing within a task.
if (root) setTimeout(open, 0, root);

/** Loads the code of the page that was asked for while the server is asked who is signed in. */
function preloadPage(): void {
  const routes: Record<string, AnyRoute | undefined> = router.routesById;
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    void routes[routeId]?.options.component?.preload?.();
  }
}

const quietMs = 2_000;

/** Once the page is quiet, loads what opens over pages: a dialog must open at once, also after the server was updated. */
function preloadOverlays(): void {
  setTimeout(() => {
    const overlays = [
      import('./components/dialog-frame'),
      import('./app/gate/gate-dialogs'),
      import('./app/shell/mobile-menu'),
      import('./components/toasts'),
    ];
    // What does not arrive now is loaded when it opens.
    void Promise.allSettled(overlays);
  }, quietMs);
}
