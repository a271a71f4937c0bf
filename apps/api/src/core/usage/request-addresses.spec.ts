import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { DataSource } from 'typeorm';
import { RequestAddresses } from './request-addresses';
import type { RequestAddress, RequestAddressesRepository } from './request-addresses.repository';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function usedBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe('RequestAddresses', () => {
  const written: RequestAddress[] = [];
  const repository = { write: async (_: unknown, rows: readonly RequestAddress[]) => void written.push(...rows) };
  const begin = () =>
    new RequestAddresses({} as DataSource, repository as unknown as RequestAddressesRepository, {
      REQUEST_ADDRESS_RETENTION_DAYS: 7,
    });

  it('buffers only the part of a long URL that it will write', async () => {
    const addresses = begin();
    const before = usedBytes();
    for (let n = 0; n < 2_000; n++)
      addresses.record(`${n}`, 1, Buffer.from(`/users/1001?${n}=${'x'.repeat(16_000)}`).toString());
    expect(usedBytes() - before).toBeLessThan(2_000 * 4_096);
    await addresses.flush();
    expect(written).toHaveLength(2_000);
    expect(new Set(written.map(({ address }) => address.length))).toEqual(new Set([2_048]));
  });
});
