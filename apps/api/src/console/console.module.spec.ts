import { GUARDS_METADATA, METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { type Access, AccessGuard, accessKey } from './access/access.guard';
import { ConsoleModule } from './console.module';

type Controller = new (...dependencies: never[]) => object;

const modules: object[] = Reflect.getMetadata(MODULE_METADATA.IMPORTS, ConsoleModule);
const controllers: Controller[] = modules.flatMap((one) => Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, one) ?? []);

const pathsOf = (controller: Controller): string[] => Reflect.getMetadata(PATH_METADATA, controller);

/** Routes of a controller and its base classes, once for each path of the controller. */
function routesOf(controller: Controller): { name: string; access: Access | undefined }[] {
  const routes = [];
  for (let type = controller.prototype; type !== Object.prototype; type = Object.getPrototypeOf(type)) {
    for (const name of Object.getOwnPropertyNames(type)) {
      const handler = Object.getOwnPropertyDescriptor(type, name)!.value;
      if (typeof handler !== 'function' || Reflect.getMetadata(METHOD_METADATA, handler) === undefined) continue;
      const access = Reflect.getMetadata(accessKey, handler) ?? Reflect.getMetadata(accessKey, controller);
      for (const _ of pathsOf(controller)) routes.push({ name: `${controller.name}.${name}`, access });
    }
  }
  return routes;
}

describe('the controllers of the dashboard', () => {
  it('are declared only in modules that ConsoleModule imports, at most three in each', () => {
    expect(Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, ConsoleModule) ?? []).toEqual([]);
    for (const one of modules) {
      const listed: Controller[] = Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, one) ?? [];
      expect(listed.length).toBeLessThanOrEqual(3);
    }
  });

  it.each(controllers.map((controller) => [controller.name, controller] as const))(
    'have paths below dashboard/api and use AccessGuard: %s',
    (_, controller) => {
      for (const path of pathsOf(controller)) expect(path).toMatch(/^dashboard\/api(\/|$)/);
      expect(Reflect.getMetadata(GUARDS_METADATA, controller)).toEqual([AccessGuard]);
    },
  );

  it('declare who may call each route', () => {
    const routes = controllers.flatMap(routesOf);
    expect(routes.length).toBeGreaterThan(50);
    expect(routes.filter(({ access }) => access === undefined)).toEqual([]);
  });

  it('open only sign-in and password links to anyone', () => {
    const open = controllers.flatMap(routesOf).filter(({ access }) => access === 'anyone');
    expect(open.map(({ name }) => name)).toEqual([
      'OpenIdController.end',
      'OpenIdController.accept',
      'OpenIdController.enterCode',
      'OpenIdController.linkByPassword',
      'SessionController.signInByPasskey',
      'SessionController.signIn',
      'SessionController.signInByLink',
      'PasswordController.inspect',
      'PasswordController.accept',
    ]);
  });
});
