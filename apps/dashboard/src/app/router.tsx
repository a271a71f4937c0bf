import { createRouter } from '@tanstack/react-router';
import { NotFoundPage } from '../components/not-found-page';
import { ProblemPage } from '../components/problem-page';
import { Waiting } from '../components/waiting';
import { ownerRoutes } from './routes/owner-routes';
import { publicRoutes } from './routes/public-routes';
import { rootRoute, settingsRoute, signedInRoute } from './routes/root-routes';
import { supportRoutes } from './routes/support-routes';

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...publicRoutes,
    signedInRoute.addChildren([ownerRoutes, supportRoutes, settingsRoute]),
  ]),
  basepath: '/dashboard',
  defaultPreload: 'intent',
  scrollRestoration: true,
  notFoundMode: 'root',
  defaultPendingComponent: () => <Waiting label="Loading the page" />,
  defaultErrorComponent: ProblemPage,
  defaultNotFoundComponent: NotFoundPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
