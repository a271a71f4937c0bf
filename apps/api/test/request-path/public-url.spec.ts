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

describe('an installation that knows its own address explains errors there', () => {
  it.each([
    ['no route', 'GET', '/nowhere', 'unknown_route'],
    ['a known method', 'POST', '/system/balance', 'method_not_allowed'],
    ['an unknown method', 'FOO', '/system/balance', 'method_not_allowed'],
    ['a fault', 'GET', '/users/x', 'unprocessable_entity'],
    ['a charged answer', 'GET', `/users/${known.deleted}`, 'profile_not_found'],
  ])('of %s', async (_, method, path, code) => {
    const { json } = await send(api.baseUrl, path, { key, method });
    expect(json).toMatchObject({ code, type: `${publicUrl}/errors/${code}` });
  });

  it('in the list of all of them', async () => {
    const { json } = await send(api.baseUrl, '/errors');
    expect(json.map(({ type }: { type: string }) => type)).toEqual(
      problemCodes.map((code) => `${publicUrl}/errors/${code}`),
    );
  });
});
