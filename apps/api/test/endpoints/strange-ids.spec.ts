import { allOperations, exampleAddress, type Operation, problemStatusesOf, tokenParameters } from '@loupe/dto';
import { type SentReply, send } from '../support/send';
import { api, tenant } from '../support/usual';
import { DeclaredSchemas } from './declared-schemas';

let schemas: DeclaredSchemas;
beforeAll(async () => {
  schemas = new DeclaredSchemas((await send(api.baseUrl, '/openapi.json')).json);
});

const isToken = (name: string): boolean => (tokenParameters as readonly string[]).includes(name);
const isId = (name: string): boolean => name.endsWith('_id') && !name.endsWith('session_id') && !isToken(name);

function addressWith(operation: Operation, parameter: string, value: string): string {
  const address = new URL(exampleAddress(operation), 'http://loupe');
  if (!operation.path.includes(`{${parameter}}`)) {
    address.searchParams.set(parameter, value);
    return address.pathname + address.search;
  }
  const place = operation.path.split('/').indexOf(`{${parameter}}`);
  return address.pathname.split('/').with(place, value).join('/') + address.search;
}

const withIds = allOperations.flatMap((operation) =>
  Object.keys(operation.parameters)
    .filter(isId)
    .map((parameter) => [operation.name, parameter, operation] as const),
);

function expectDeclared(operation: Operation, path: string, { status, json }: SentReply): void {
  const code = status === 200 ? undefined : json.code;
  const isDeclared = status === 200 || (problemStatusesOf(operation).get(status)?.includes(code) ?? false);
  expect({ path, status, code, isDeclared, isDocumented: schemas.declares(operation, status) }).toEqual({
    path,
    status,
    code,
    isDeclared: true,
    isDocumented: true,
  });
}

// The last two are 2^63 and a number above 2^64.
const strange = ['0', '1', 'x', '1_1', '9223372036854775808', '99999999999999999999'];

test.each(withIds)('%s returns a documented response for unusual values of %s', async (_, parameter, operation) => {
  for (const value of strange) {
    const path = addressWith(operation, parameter, value);
    expectDeclared(operation, path, await send(api.baseUrl, path, { key: tenant.key }));
  }
});
