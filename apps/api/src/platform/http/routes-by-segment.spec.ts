import type { AddressInfo, Server } from 'node:net';
import express from 'express';

import { RoutesBySegment } from './routes-by-segment';

describe('RoutesBySegment', () => {
  const routes = new RoutesBySegment();
  let server: Server;

  beforeAll(async () => {
    for (const path of ['/users/:id/posts', '/users/me', '/users/:id', '/feed'])
      routes.routerFor(path).get(path, (request, response) => void response.json({ path, ...request.params }));
    const app = express().use(routes.handle);
    app.use((_request: express.Request, response: express.Response) => void response.json({ path: 'none' }));
    await new Promise<void>((resolve) => (server = app.listen(0, '127.0.0.1', () => resolve())));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each([
    ['/users/7/posts?cursor=/feed', { path: '/users/:id/posts', id: '7' }],
    ['/users/me', { path: '/users/me' }],
    ['/users/7', { path: '/users/:id', id: '7' }],
    ['/feed', { path: '/feed' }],
    ['/feed?a=b', { path: '/feed' }],
    ['/feed/', { path: '/feed' }],
    ['/users', { path: 'none' }],
    ['/Users/7', { path: 'none' }],
    ['/USERS/me', { path: 'none' }],
    ['/', { path: 'none' }],
    ['//users/7', { path: 'none' }],
    ['/?users/7', { path: 'none' }],
  ])('sends %s where one list of all routes would', async (url, answer) => {
    const { port } = server.address() as AddressInfo;
    expect(await (await fetch(`http://127.0.0.1:${port}${url}`)).json()).toEqual(answer);
  });

  it.each(['POST', 'OPTIONS', 'DELETE', 'PROPFIND'])(
    'leaves %s to others where no route has the path',
    async (method) => {
      const { port } = server.address() as AddressInfo;
      const response = await fetch(`http://127.0.0.1:${port}/users/7/nothing`, { method });
      expect(await response.json()).toEqual({ path: 'none' });
    },
  );
});
