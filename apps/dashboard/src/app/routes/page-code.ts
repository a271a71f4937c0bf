import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { problemOfFailure } from '../../api/problem-error';

/**
 * Loads a page's code on first use. If that fails, the router would reload the document, and an offline browser would show its own
 * error page. This function throws a problem instead, which the application shows.
 */
export function pageCode<Name extends string>(
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
): RouteComponent {
  const importer = async () => {
    try {
      return await load();
    } catch {
      throw problemOfFailure(0, 'The code of this page could not be loaded. Check your connection and try again.');
    }
  };
  return lazyRouteComponent(importer, name) as RouteComponent;
}
