import type { AnyRoute } from '@tanstack/react-router';
import { router } from './router';

/** Loads the code of the page that was asked for while the server is asked who is signed in. */
export function preloadPage(): void {
  const routes: Record<string, AnyRoute | undefined> = router.routesById;
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const component: unknown = routes[routeId]?.options.component;
    if (hasPreload(component)) void component.preload();
  }
}

function hasPreload(component: unknown): component is { preload: () => Promise<void> } {
  return typeof component === 'function' && 'preload' in component;
}

const quietMs = 2_000;

/** Once the page is quiet, loads what opens over pages: a dialog must open at once, also after the server was updated. */
export function preloadOverlays(): void {
  setTimeout(() => {
    void import('../components/dialog-frame');
    void import('./gate/sign-in-dialog');
    void import('./gate/password-dialog');
    void import('./shell/mobile-menu');
  }, quietMs);
}
