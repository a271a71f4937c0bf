import { allOperations } from '@loupe/dto';
import { usualTestApi } from '../support/per-worker/usual-api';
import { type AnyJson, send } from '../support/send';
import type { TestApi } from '../support/test-api';

let api: TestApi;
let key: string;
let paths: Record<string, AnyJson>;
beforeAll(async () => {
  api = await usualTestApi();
  ({ key } = await api.tenants.create('1'));
  ({ paths } = (await send(api.baseUrl, '/openapi.json')).json);
});
afterAll(() => api.stop());

/** The path that the reference page requests if its examples are unchanged. */
function exampleAddress(path: string): string {
  const examples: AnyJson[] = paths[path].get.parameters.filter(({ example }: AnyJson) => example !== undefined);
  const encoded = (one: AnyJson) => encodeURIComponent(one.example);
  const query = examples.filter((one) => one.in === 'query').map((one) => `${one.name}=${encoded(one)}`);
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encoded(examples.find((one) => one.name === name)));
  return `${filled}?${query.join('&')}`;
}

test('every operation succeeds with the examples of its parameters, and returns data', async () => {
  for (const { path, answer } of allOperations) {
    const { status, json } = await send(api.baseUrl, exampleAddress(path), { key });
    expect({ path, status, detail: json.detail }).toEqual({ path, status: 200, detail: undefined });
    const shown = answer.kind === 'list' ? json.items.length : Object.keys(json).length;
    expect({ path, hasSomething: shown > 1 }).toEqual({ path, hasSomething: true });
  }
});
