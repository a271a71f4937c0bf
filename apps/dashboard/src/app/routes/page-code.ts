import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { problemOfFailure } from '../../api/problem-error';

/**
 * A page whose code is loaded when it is first shown. The router would load the document again when that fails, and end in the
 * browser's error page where there is no connection: this way the application stays, and says what is missing.
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
