import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { formatUsd, isLoupeError, type Loupe, LoupeError, type Meta, type Page, parseUsd } from '@loupe/client';
import { callOptions, connect, fieldsOf, make, pricesOf } from './caller.ts';
import { count, type OperationCall, type Options, readOperation, UsageError } from './command-line.ts';
import { isAbout } from './failure.ts';
import { MediaFolder } from './media-folder.ts';
import { type Lines, linesOf } from './output.ts';
import { readInput } from './price.ts';
import { progressLine } from './progress-line.ts';
import { type Job, PullState } from './pull-state.ts';

interface Fetched {
  items: unknown[];
  next: string | null;
  meta: Meta;
}

/** Downloads what an operation returns, once or for each input line, to a file. Resumes an interrupted download. */
export async function pull(words: readonly string[], options: Options): Promise<void> {
  const call = readOperation(words, options, options.input === undefined ? 0 : 1);
  if (options.out === undefined) throw new UsageError('--out FILE is required: the file to write');
  const inputs = options.input === undefined ? undefined : readInput(options.input);
  if (inputs && options.csv && options.fields === undefined)
    throw new UsageError('--csv with --input needs --fields, which become the columns');
  if (options.media !== undefined && (options.csv || options.fields !== undefined))
    throw new UsageError('--media needs whole items: leave out --csv and --fields');
  const command = JSON.stringify([words, options.param, options.fields, options.input, options.limit, options.csv]);
  const loupe = connect(options, { maxRetries: 5 });
  const prices = await pricesOf(loupe);
  const state = new PullState(options.out, command);
  try {
    await new Pull(loupe, call, options, state, prices, inputs).run();
  } finally {
    state.close();
  }
}

class Pull {
  private readonly lines: Lines;
  private readonly priceMicros: bigint;
  private readonly maxMicros: bigint | undefined;
  private readonly limit: number;
  private reservedMicros = 0n;
  isStopped = false;
  private failure: unknown;
  private readonly startedAtMs = performance.now();
  private readonly before: { done: number; spentMicros: bigint; isDone: boolean };
  private calls = 0;
  private readonly media: MediaFolder | undefined;
  readonly posts = { byId: (id: string) => ({ withMeta: () => this.renew(id) }) };

  constructor(
    private readonly loupe: Loupe,
    private readonly call: OperationCall,
    private readonly options: Options,
    private readonly state: PullState,
    private readonly prices: ReadonlyMap<string, string>,
    private readonly inputs: string[] | undefined,
  ) {
    const { progress, isResumed } = state;
    const fields = fieldsOf(options);
    const columns = fields && (inputs ? ['input', 'error', ...fields] : fields);
    const format = options.csv ? 'csv' : 'ndjson';
    this.lines = linesOf(format, progress.columns ?? columns, isResumed && progress.outBytes > 0);
    this.priceMicros = this.priceOf(call.name);
    this.maxMicros = options['max-cost'] === undefined ? undefined : parseUsd(options['max-cost']);
    this.limit = count('limit', options.limit) ?? Number.POSITIVE_INFINITY;
    this.before = { done: this.done, spentMicros: parseUsd(progress.spentUsd), isDone: progress.isDone };
    progress.gone ??= [];
    if (options.media !== undefined)
      this.media = new MediaFolder(options.media, this, progress.gone, count('concurrency', options.concurrency));
  }

  private priceOf(operation: string): bigint {
    return parseUsd(this.prices.get(operation) ?? '0');
  }

  async run(): Promise<void> {
    const { progress } = this.state;
    const workers = this.inputs ? (count('concurrency', this.options.concurrency) ?? 4) : 1;
    const resumed = [...progress.jobs];
    const onSignal = () => {
      if (this.isStopped) process.exit(130);
      this.isStopped = true;
      process.stderr.write('\nstopping after the calls in flight; run the same command again to resume\n');
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
    await this.media?.take(this.earlierItems());
    await Promise.all(Array.from({ length: workers }, () => this.work(resumed)));
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
    if (progress.jobs.length === 0 && progress.nextLine === this.jobCount) progress.isDone = true;
    this.state.commit('');
    this.show(true);
    if (this.failure !== undefined) throw this.failure;
    if (this.isStopped) process.exitCode = 130;
    else if (this.media && this.media.counts.failed > 0)
      throw new LoupeError('download_failed', 'files are missing; run the same command again to retry', {});
  }

  private get jobCount(): number {
    return this.inputs?.length ?? 1;
  }

  private get done(): number {
    const { progress } = this.state;
    return this.inputs ? progress.nextLine - progress.jobs.length : progress.items;
  }

  private async work(resumed: Job[]): Promise<void> {
    for (let job = resumed.shift() ?? this.begin(); job; job = resumed.shift() ?? this.begin()) {
      try {
        let hasMore = true;
        while (hasMore && !this.isStopped) hasMore = await this.page(job);
      } catch (error) {
        // The other workers finish and record their current page, because it is charged.
        this.fail(error);
      }
      if (this.isStopped) return;
    }
  }

  fail(error: unknown): void {
    this.failure ??= error;
    this.isStopped = true;
  }

  /** Items that earlier runs have listed. */
  private async *earlierItems(): AsyncGenerator<unknown> {
    const { outBytes } = this.state.progress;
    if (outBytes === 0) return;
    let rest = '';
    for await (const text of createReadStream(this.options.out!, { end: outBytes - 1, encoding: 'utf8' })) {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop()!;
      // A line of an input that failed has no item.
      for (const line of lines) yield this.inputs ? (JSON.parse(line).item ?? {}) : JSON.parse(line);
    }
  }

  /** Gets a post again whose addresses have expired. */
  private async renew(id: string): Promise<{ data: object; meta: Meta }> {
    const priceMicros = this.priceOf('posts.by_id');
    this.reserve(priceMicros);
    let costUsd: string | undefined;
    try {
      const renewed = await this.loupe.posts.byId(id, callOptions(this.options)).withMeta();
      costUsd = renewed.meta.costUsd;
      return renewed;
    } catch (error) {
      if (isLoupeError(error)) costUsd = error.chargedUsd;
      throw error;
    } finally {
      this.reservedMicros -= priceMicros;
      this.spend(costUsd);
      this.media!.counts.renewalMicros += parseUsd(costUsd ?? '0');
      this.calls += 1;
      this.state.commit('');
    }
  }

  private begin(): Job | undefined {
    const { progress } = this.state;
    if (this.isStopped || progress.nextLine >= this.jobCount) return undefined;
    const sessions = Object.fromEntries(this.call.uuids.map((name) => [name, randomUUID()]));
    const job = { line: progress.nextLine, token: null, key: randomUUID(), items: 0, sessions };
    progress.nextLine += 1;
    progress.jobs.push(job);
    this.state.commit('');
    return job;
  }

  private async page(job: Job): Promise<boolean> {
    const { progress } = this.state;
    const input = this.inputs?.[job.line];
    this.reserve(this.priceMicros);
    let written: unknown[];
    let wanted: unknown[] = [];
    let next: string | null = null;
    let costUsd: string | undefined;
    try {
      const { items, next: following, meta } = await this.request(job, input);
      // The cost of a replay is not recorded yet: the first response was lost, or the run was killed.
      costUsd = meta.isReplay ? formatUsd(this.priceMicros) : meta.costUsd;
      wanted = items.slice(0, this.limit - job.items);
      job.items += wanted.length;
      next = job.items < this.limit ? following : null;
      progress.items += wanted.length;
      written = input === undefined ? wanted : wanted.map((item) => this.withInput(input, item));
    } catch (error) {
      if (!isAbout(error)) throw error;
      costUsd = error.chargedUsd;
      if (input === undefined) {
        this.spend(costUsd);
        throw error;
      }
      progress.failed += 1;
      written = [{ input, error: error.code }];
    } finally {
      this.reservedMicros -= this.priceMicros;
    }
    this.spend(costUsd);
    progress.pages += 1;
    this.calls += 1;
    if (next === null) progress.jobs.splice(progress.jobs.indexOf(job), 1);
    else Object.assign(job, { token: next, key: randomUUID() });
    const text = this.lines.of(written);
    progress.columns = this.lines.columns;
    this.state.commit(text);
    this.show(false);
    await this.media?.take(wanted.values());
    return next !== null;
  }

  private withInput(input: string, item: unknown): object {
    return this.options.csv ? { input, ...(item as object) } : { input, item };
  }

  private async request(job: Job, input: string | undefined): Promise<Fetched> {
    const { call, options } = this;
    const values = input === undefined ? call.values : [...call.values, input];
    const token = job.token === null ? {} : { [call.token]: job.token };
    const more = { ...callOptions(options), ...token, idempotencyKey: job.key };
    const parameters = { ...job.sessions, ...call.parameters };
    const made = make(this.loupe, { ...call, values, parameters }, more);
    const { data, meta } = await made.withMeta();
    if (!call.isList) return { items: [data], next: null, meta };
    const { items, next } = data as Page<unknown>;
    return { items, next, meta };
  }

  /** Reserves the price of a call. @throws {LoupeError} if the call could exceed `--max-cost` */
  private reserve(priceMicros: bigint): void {
    const spentMicros = parseUsd(this.state.progress.spentUsd);
    if (this.maxMicros !== undefined && spentMicros + this.reservedMicros + priceMicros > this.maxMicros)
      throw new LoupeError(
        'budget_reached',
        `$${this.state.progress.spentUsd} is spent; resume with a larger --max-cost`,
        {
          chargedUsd: '0',
        },
      );
    this.reservedMicros += priceMicros;
  }

  private spend(costUsd: string | undefined): void {
    const { progress } = this.state;
    progress.spentUsd = formatUsd(parseUsd(progress.spentUsd) + parseUsd(costUsd ?? '0'));
  }

  private show(isLast: boolean): void {
    const { isTTY } = process.stderr;
    if (!isTTY && !this.options.progress && !isLast) return;
    const { inputs, done, calls, before, limit } = this;
    const { spentUsd } = this.state.progress;
    const line = progressLine({
      isComplete: before.isDone,
      known: before.done,
      done,
      unit: inputs ? 'lines' : 'items',
      total: inputs ? inputs.length : Number.isFinite(limit) ? limit : undefined,
      calls,
      elapsedMs: performance.now() - this.startedAtMs,
      doneNow: done - before.done,
      spentNowUsd: formatUsd(parseUsd(spentUsd) - before.spentMicros),
      spentUsd,
      media: this.media?.counts,
    });
    process.stderr.write(isTTY ? `\r\u001b[K${line}${isLast ? '\n' : ''}` : `${line}\n`);
  }

  tell(line?: string): void {
    if (line === undefined) this.show(false);
    else process.stderr.write(`${process.stderr.isTTY ? '\r\u001b[K' : ''}${line}\n`);
  }
}
