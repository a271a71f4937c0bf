import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkChain } from './closed-month-checks';
import type { ClosedMonth } from './closed-months.repository';
import { LedgerExport } from './ledger-export';
import { type Block, digestOf, firstHash, link } from './month-chain';

const block: Block = { rows: 2, bytes: Buffer.from('one\ntwo\n') };
const closed = {
  month: '2024-01',
  transfers: 2,
  previousHash: firstHash,
  blockHashes: [link(firstHash, digestOf(block.bytes))],
  totalsHash: firstHash,
  hash: firstHash,
} as unknown as ClosedMonth;

describe('LedgerExport', () => {
  const directory = fs.mkdtempSync(join(tmpdir(), 'loupe-export-'));
  const ledgerExport = new LedgerExport(directory);
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => fs.rmSync(directory, { recursive: true }));

  const write = () =>
    ledgerExport.write(
      closed,
      (async function* () {
        yield block;
      })(),
    );

  it('reads an export that it has written', async () => {
    expect(await checkChain(closed, ledgerExport.read('2024-01', await write()))).toEqual([]);
  });

  it('makes the check report a file that disappears after its comparison with the manifest', async () => {
    const manifestHash = await write();
    const { createReadStream } = fs;
    let opened = 0;
    jest.spyOn(fs, 'createReadStream').mockImplementation((path) => {
      if (++opened === 2) fs.rmSync(path);
      return createReadStream(path);
    });
    expect(await checkChain(closed, ledgerExport.read('2024-01', manifestHash))).toEqual([
      expect.objectContaining({ check: 'closed_export', actual: expect.stringContaining('ENOENT') }),
    ]);
  });
});
