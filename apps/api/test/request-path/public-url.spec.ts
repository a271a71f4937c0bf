import { problemCodes } from '@loupe/dto';
import { known } from '../endpoints/known';
import { send } from '../support/send';
import { startTestApi, type TestApi } from '../support/test-api';

const publicUrl = 'https://loupe.example.com';

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await startTestApi({ PUBLIC_URL: `${publicUrl}/` });
  key = (await api.tenants.create('10')).key;
});
afterAll(() => api.stop());

describe('with PUBLIC_URL set, a problem type', () => {
  it.each([
    ['an unknown route', 'GET', '/nowhere', 'unknown_route'],
    ['a wrong method', 'POST', '/system/balance', 'method_not_allowed'],
    ['an unknown method', 'FOO', '/system/balance', 'method_not_allowed'],
    ['a validation error', 'GET', '/users/x', 'unprocessable_entity'],
    ['a charged 404', 'GET', `/users/${known.deleted}`, 'profile_not_found'],
  ])('is an absolute URL for %s', async (_, method, path, code) => {
    const { json } = await send(api.baseUrl, path, { key, method });
    expect(json).toMatchObject({ code, type: `${publicUrl}/errors/${code}` });
  });

  it('is an absolute URL in the list of all errors', async () => {
    const { json } = await send(api.baseUrl, '/errors');
    expect(json.map(({ type }: { type: string }) => type)).toEqual(
      problemCodes.map((code) => `${publicUrl}/errors/${code}`),
    );
  });
});

test('the OpenAPI document names PUBLIC_URL as its server, whatever Host a caller sends', async () => {
  const { json } = await send(api.baseUrl, '/openapi.json', { headers: { host: 'evil.example' } });
  expect(json.servers).toEqual([{ url: publicUrl, description: 'This installation' }]);
});
