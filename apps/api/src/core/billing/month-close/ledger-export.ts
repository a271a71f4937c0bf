import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline as connect, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type ClosedMonth, lineColumns } from './closed-months.repository';
import { type Block, blocksOf, digestOf, rowsPerBlock } from './month-chain';

const blocksPerFile = 100;

interface ExportedFile {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

interface Manifest {
  readonly format: 'loupe-ledger-1';
  readonly month: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly rows_per_block: number;
  readonly previous_hash: string;
  readonly block_hashes: readonly string[];
  readonly totals_hash: string;
  readonly hash: string;
  readonly files: readonly ExportedFile[];
}

/** Writes and reads closed months as compressed files, in one folder per month. */
export class LedgerExport {
  constructor(private readonly directory: string) {}

  private folderOf(month: string): string {
    return join(this.directory, month);
  }

  private manifestPathOf(month: string): string {
    return join(this.folderOf(month), 'manifest.json');
  }

  /** Writes a month to a temporary folder, and renames the folder once it is on disk. @returns the hash of the manifest */
  async write(closed: ClosedMonth, blocks: AsyncGenerator<Block>): Promise<Buffer> {
    const unfinished = `${this.folderOf(closed.month)}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    const files: ExportedFile[] = [];
    for (let next = await blocks.next(); !next.done; next = await blocks.next()) {
      const name = `transfers-${`${files.length + 1}`.padStart(4, '0')}.csv.gz`;
      files.push(await writeFileOf(join(unfinished, name), name, next.value, blocks));
    }
    const text = `${JSON.stringify(manifestOf(closed, files), null, 1)}\n`;
    await writeFile(join(unfinished, 'manifest.json'), text, { mode: 0o600 });
    for (const path of [join(unfinished, 'manifest.json'), unfinished]) await sync(path);
    await rm(this.folderOf(closed.month), { recursive: true, force: true });
    await rename(unfinished, this.folderOf(closed.month));
    await sync(this.directory);
    return digestOf(Buffer.from(text));
  }

  async *read(month: string, manifestHash: Buffer): AsyncGenerator<Block> {
    const text = await readFile(this.manifestPathOf(month));
    if (!digestOf(text).equals(manifestHash)) throw new Error(`${this.manifestPathOf(month)} has been changed`);
    const { files }: Manifest = JSON.parse(text.toString());
    for (const { name, bytes, sha256 } of files) {
      const path = join(this.folderOf(month), name);
      const size = (await stat(path)).size;
      if (size !== bytes) throw new Error(`${path} has ${size} bytes instead of ${bytes}`);
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(path)) hash.update(chunk);
      if (hash.digest('hex') !== sha256) throw new Error(`${path} has been changed`);
      // `connect` passes every error to the reader, such as the error of a deleted file.
      yield* blocksOf(connect(createReadStream(path), createGunzip(), () => undefined));
    }
  }
}

function manifestOf(closed: ClosedMonth, files: readonly ExportedFile[]): Manifest {
  return {
    format: 'loupe-ledger-1',
    month: closed.month,
    columns: lineColumns,
    rows: closed.transfers,
    rows_per_block: rowsPerBlock,
    previous_hash: closed.previousHash.toString('hex'),
    block_hashes: closed.blockHashes.map((hash) => hash.toString('hex')),
    totals_hash: closed.totalsHash.toString('hex'),
    hash: closed.hash.toString('hex'),
    files,
  };
}

async function writeFileOf(
  path: string,
  name: string,
  first: Block,
  rest: AsyncGenerator<Block>,
): Promise<ExportedFile> {
  let rows = 0;
  async function* taken(): AsyncGenerator<Buffer> {
    let block: Block = first;
    for (let count = 1; ; count++) {
      rows += block.rows;
      yield block.bytes;
      if (count === blocksPerFile) return;
      const next = await rest.next();
      if (next.done) return;
      block = next.value;
    }
  }
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(Readable.from(taken()), createGzip({ level: 9 }), measure, createWriteStream(path, { mode: 0o600 }));
  await sync(path);
  return { name, rows, bytes, sha256: hash.digest('hex') };
}

async function sync(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
