import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isLoupeError } from '@loupe/client';
import { download, type MediaFile, media, type Renewer } from '@loupe/client/media';
import { UsageError } from './command-line.ts';
import { isAbout } from './failure.ts';

/** What `download` writes until a file is whole. */
const unfinished = /^\d+(_\d+)?\.\w+\.[\da-f-]{36}\.part$/;
const extensions = /\.(jpe?g|png|webp|heic|avif|gif|mp4|mov)$/i;

/** The pull that a folder belongs to. */
interface Owner extends Renewer {
  readonly isStopped: boolean;
  /** Stops because of an error that concerns all posts: network, money, disk. */
  fail(error: unknown): void;
  /** Shows the progress, or a line of its own. */
  tell(line?: string): void;
}

/** The folder of `pull --media`. Its file names are made of ids and numbers only, whatever a post contains. */
export class MediaFolder {
  readonly counts = { downloaded: 0, known: 0, gone: 0, failed: 0, renewalMicros: 0n };
  private readonly seen = new Set<string>();
  private turn = Promise.resolve();

  /** @param gone ids of posts that could not be renewed; grows @param concurrency how many posts at once */
  constructor(
    private readonly folder: string,
    private readonly owner: Owner,
    private readonly gone: string[],
    private readonly concurrency = 4,
  ) {
    try {
      mkdirSync(folder, { recursive: true });
      for (const name of readdirSync(folder)) if (unfinished.test(name)) rmSync(join(folder, name));
    } catch (error) {
      throw new UsageError(`--media: ${(error as Error).message}`);
    }
  }

  /** Downloads the files of posts that are not there yet. Concurrent calls take turns. */
  take(posts: Iterator<unknown> | AsyncGenerator<unknown>): Promise<void> {
    const work = async () => {
      try {
        for await (const post of posts as AsyncGenerator<object>) await this.filesOf(post);
      } catch (error) {
        this.owner.fail(error);
      }
    };
    this.turn = this.turn.then(() => Promise.all(Array.from({ length: this.concurrency }, work)).then(() => undefined));
    return this.turn;
  }

  private async filesOf(listed: object): Promise<void> {
    const { owner, counts } = this;
    const { pk, id } = listed as { pk?: unknown; id?: unknown };
    const [name = ''] = `${pk ?? id}`.split('_');
    const files = media(listed);
    // A list may contain a post twice, for example a pinned one.
    if (files.length === 0 || this.seen.has(name)) return;
    this.seen.add(name);
    if (!/^\d{1,20}$/.test(name)) return this.failed('a post without an id');
    let post = listed;
    try {
      if (this.gone.includes(name)) counts.gone += 1;
      else
        for (const file of files) {
          if (owner.isStopped) return;
          const path = join(this.folder, fileName(name, file, files.length));
          if (existsSync(path)) counts.known += 1;
          else post = await this.save(post, file, path);
        }
    } catch (error) {
      if (!isAbout(error)) throw error;
      counts.gone += 1;
      this.gone.push(name);
      owner.tell(`post ${name}: ${error.code}, so its files cannot be downloaded any more`);
    }
  }

  /** @returns the post, with new addresses if they had expired */
  private async save(post: object, { index }: MediaFile, path: string): Promise<object> {
    try {
      const downloaded = await download(this.owner, post, index, path);
      this.counts.downloaded += 1;
      this.owner.tell();
      return downloaded.post;
    } catch (error) {
      if (!isLoupeError(error) || error.code !== 'download_failed') throw error;
      this.failed(`${basename(path)}: ${error.message}`);
      return post;
    }
  }

  private failed(what: string): void {
    this.counts.failed += 1;
    this.owner.tell(what);
  }
}

/** `2320163015865434309.jpg`, or `2320163015865434309_3.mp4` for a child of a carousel. */
function fileName(pk: string, { index, kind, url = '' }: MediaFile, count: number): string {
  const extension = extensions.exec(url.split('?')[0]!)?.[0].toLowerCase() ?? (kind === 'video' ? '.mp4' : '.jpg');
  return `${pk}${count > 1 ? `_${index + 1}` : ''}${extension}`;
}
