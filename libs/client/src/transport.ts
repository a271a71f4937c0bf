import { sleep, unlessAborted } from './abort.ts';
import { parse } from './call.ts';
import { LoupeError } from './errors.ts';
import type { Problem } from './generated/types.ts';
import { type Budget, budgetOf, formatUsd, parseUsd } from './money.ts';
import type { Answer, LoupeOptions, Meta } from './options.ts';
import { Pacer } from './pacer.ts';
import { retryDelayMs } from './retry.ts';

/** A call. Its attempts share an idempotency key: it is charged only once while the service remembers the key. */
export interface OutgoingCall {
  operation: string;
  path: string;
  /** Default: GET. */
  method?: string | undefined;
  /** JSON. */
  body?: string | undefined;
  maxAge?: number | undefined;
  signal?: AbortSignal | undefined;
  idempotencyKey?: string | undefined;
  fault?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  budget?: Budget | undefined;
}

// The cost so far; undefined while an attempt that may have been charged is in flight or lost.
interface CostSoFar {
  costUsd?: string | undefined;
}

/** Sends calls with retries, pacing and budgets. */
export class Transport {
  readonly #settings: LoupeOptions;
  readonly #pacer = new Pacer();
  readonly #budget: Budget | undefined;
  readonly #address: string;
  #prices: Promise<Map<string, bigint>> | undefined;

  constructor(settings: LoupeOptions) {
    const { baseUrl } = settings;
    if (!/^https?:\/\//i.test(baseUrl))
      throw new TypeError(`baseUrl must be a URL such as https://loupe.example, not ${baseUrl}`);
    this.#settings = settings;
    this.#address = new URL(baseUrl).href.replace(/\/+$/, '');
    this.#budget = budgetOf(settings.maxCostUsd);
  }

  /** @throws {LoupeError} when the call fails, or `budget_reached` before it is sent @throws the signal's reason */
  async send(call: OutgoingCall): Promise<Answer> {
    const budgets = [this.#budget, call.budget].filter((budget) => budget !== undefined);
    if (!budgets[0]) return this.#attempts(call);
    const priceMicros = await unlessAborted(call.signal, this.#priceMicros(call.operation));
    if (budgets.some(({ leftMicros }) => leftMicros < priceMicros))
      throw new LoupeError('budget_reached', `Another $${formatUsd(priceMicros)} would exceed the budget`, {
        chargedUsd: '0',
      });
    const subtract = (micros: bigint) => {
      for (const budget of budgets) budget.leftMicros -= micros;
    };
    subtract(priceMicros);
    const cost: CostSoFar = { costUsd: '0' };
    try {
      // Enforces the limit if the price has changed since it was requested.
      return await this.#attempts(call, { 'x-max-cost-usd': formatUsd(priceMicros) }, cost);
    } finally {
      // If the cost is unknown because a response was lost, the price stays subtracted.
      if (cost.costUsd) subtract(parseUsd(cost.costUsd) - priceMicros);
    }
  }

  async #attempts(
    call: OutgoingCall,
    headers: Record<string, string> = {},
    cost: CostSoFar = { costUsd: '0' },
  ): Promise<Answer> {
    const { operation, signal, maxAge, idempotencyKey } = call;
    const settings = this.#settings;
    const own = {
      ...headers,
      'x-loupe-fault': call.fault ?? settings.fault,
      'x-api-key': settings.apiKey,
      'content-type': call.body && 'application/json',
      'idempotency-key': idempotencyKey ?? crypto.randomUUID(),
      'cache-control': maxAge === undefined ? maxAge : `max-age=${maxAge}`,
    };
    const sent = new Headers();
    for (const some of [settings.headers, call.headers, own])
      for (const [name, value] of Object.entries(some ?? {})) if (value !== undefined) setHeader(sent, name, value);
    for (let attempt = 1; ; attempt++) {
      if (this.#settings.pace !== false)
        for (let waitMs = this.#pacer.take(); waitMs > 0; waitMs = this.#pacer.take()) await sleep(waitMs, signal);
      // The signal may abort synchronously or during the wait, before the listener is added.
      await undefined;
      signal?.throwIfAborted();
      const isLost = !cost.costUsd;
      cost.costUsd = undefined;
      const outcome = await this.#attempt(call, sent, attempt);
      let failure = outcome as LoupeError;
      let retryAfter: string | null | undefined;
      if (!(outcome instanceof LoupeError)) {
        const { headers, ok } = outcome.response;
        this.#pacer.learn(headers.get('ratelimit-policy'));
        retryAfter = headers.get('retry-after');
        let costUsd = headers.get('x-cost-usd') ?? undefined;
        // A replay means that the lost attempt was charged.
        if (isLost && headers.has('idempotency-replayed'))
          costUsd = await this.#priceMicros(operation).then(formatUsd, () => undefined);
        const meta = metaOf(outcome.response, costUsd, attempt);
        cost.costUsd = costUsd;
        if (ok) return { bytes: outcome.bytes, meta };
        failure = errorOf({ ...outcome, meta }, isLost);
      }
      cost.costUsd = failure.chargedUsd;
      if (failure.code === 'price_above_ceiling') this.#prices = undefined;
      const waitMs = retryDelayMs({ ...failure, retryAfter }, attempt - 1, Math.random());
      if (waitMs === undefined || attempt > (this.#settings.maxRetries ?? 2)) throw failure;
      if (failure.status === 429) this.#pacer.pause(waitMs);
      await sleep(waitMs, signal);
    }
  }

  async #attempt(
    { path, operation, signal, method = 'GET', body }: OutgoingCall,
    headers: Headers,
    attempt: number,
  ): Promise<LoupeError | { response: Response; bytes: Uint8Array }> {
    const { fetch: send = fetch, timeoutMs = 30_000, onAttempt } = this.#settings;
    const controller = new AbortController();
    const abort = () => controller.abort();
    signal?.addEventListener('abort', abort);
    const timer = setTimeout(abort, timeoutMs);
    const startedAt = performance.now();
    let status: number | undefined;
    try {
      // A redirect could send the key to another host.
      const init = { method, headers, signal: controller.signal, redirect: 'error' as const, ...(body && { body }) };
      const response = await send(this.#address + path, init);
      status = response.status;
      return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
    } catch (cause) {
      signal?.throwIfAborted();
      const [code, message] = controller.signal.aborted
        ? ['timeout', `No response in ${timeoutMs} ms`]
        : ['connection_lost', 'Connection failed'];
      return new LoupeError(code!, message!, { retryable: true, attempts: attempt, cause });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      onAttempt?.({ operation, attempt, status, tookMs: performance.now() - startedAt });
    }
  }

  /** Requests the prices once; again only if that request failed, or if a call failed because its price had risen. */
  async #priceMicros(operation: string): Promise<bigint> {
    this.#prices ??= this.#requestPrices().catch((error) => {
      this.#prices = undefined;
      throw error;
    });
    return (await this.#prices).get(operation) ?? 0n;
  }

  async #requestPrices(): Promise<Map<string, bigint>> {
    const prices = parse(await this.#attempts({ operation: 'system.price', path: '/system/price' }));
    const { items } = prices as { items: { operation: string; price_usd: string }[] };
    return new Map(items.map(({ operation, price_usd }) => [operation, parseUsd(price_usd)]));
  }
}

/** @throws {TypeError} for a name or value that would add a line to the request; without the value, which may be a secret */
function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw new TypeError(`${name} must be the name of a header, with a value of one line in Latin-1`);
  }
}

function metaOf({ status, headers }: Response, costUsd: string | undefined, attempts: number): Meta {
  const get = (name: string) => headers.get(name) ?? undefined;
  const expiry = get('x-media-expires-at');
  const age = get('age');
  return {
    status,
    requestId: get('x-request-id'),
    costUsd,
    balanceUsd: get('x-balance-usd'),
    mediaExpiresAt: expiry ? new Date(expiry) : undefined,
    end: get('x-list-end') as Meta['end'],
    attempts,
    ageSeconds: age ? Number(age) : undefined,
    isReplay: headers.has('idempotency-replayed'),
  };
}

/** @param isLost whether an earlier attempt may have been charged */
function errorOf(answer: Answer, isLost: boolean): LoupeError {
  const { meta } = answer;
  const { status } = meta;
  let problem: Partial<Problem> = {};
  try {
    problem = (parse(answer) as Problem | null) ?? {};
  } catch {
    // Not JSON, such as a proxy's error page.
  }
  const { code = `http_${status}`, detail = code, charged_usd } = problem;
  const { retryable = status === 408 || status === 429 || status >= 500 } = problem;
  const costUsd = meta.costUsd ?? charged_usd;
  const chargedUsd = isLost && costUsd === '0' ? undefined : costUsd;
  return new LoupeError(code, detail, { ...meta, chargedUsd, retryable, problem: problem as Problem });
}
