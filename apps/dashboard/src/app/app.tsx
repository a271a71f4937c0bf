import './theme/look.css';
import './theme/mantine.css';
import './theme/page.css';
import '../components/plain-http-clipboard';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type AnyRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../api/query-client';
import { NotFoundPage, ProblemPage } from '../components/page';
import { Waiting } from '../components/query-view';
import { ownerRoutes } from './routes/owner-routes';
import { anyoneRoutes, publicRoutes, rootRoute, signedInRoute } from './routes/root-routes';
import { supportRoutes } from './routes/support-routes';
import { theme } from './theme/theme';

const GateDialogs = lazy(() => import('./gate-dialogs').then((module) => ({ default: module.GateDialogs })));
const Notifications = lazy(() =>
  import('@mantine/notifications').then((module) => ({ default: module.Notifications })),
);

/** Variables and classes come from static style sheets, because the CSP forbids style elements. */
function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Suspense>
          <GateDialogs />
          <Notifications position="bottom-right" containerWidth="22rem" transitionDuration={0} limit={3} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}

const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...publicRoutes,
    signedInRoute.addChildren([ownerRoutes, supportRoutes, ...anyoneRoutes]),
  ]),
  basepath: '/dashboard',
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: () => <Waiting label="Loading the page" />,
  defaultErrorComponent: ProblemPage,
  defaultNotFoundComponent: NotFoundPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

// Loads the page's code while the session is fetched.
for (const { routeId } of router.matchRoutes(router.latestLocation)) {
  const routes: Record<string, AnyRoute | undefined> = router.routesById;
  void routes[routeId]?.options.component?.preload?.();
}

// A transition renders in slices, so the page stays responsive.
startTransition(() =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
