import type { IncomingHttpHeaders } from 'node:http';

export interface SeenRequest {
  readonly number: number;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string | null;
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly form: Readonly<Record<string, string | string[]>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Index of the request's token in the list of accepted session tokens; `null` if the list does not contain it. */
  readonly session: number | null;
  fault: string | null;
  status: number | null;
}

const maxEntries = 1000;
// Credentials are left out, because anyone who can reach the port can read the log.
const shownHeaders = ['accept', 'accept-encoding', 'accept-language', 'content-type', 'user-agent', 'x-ig-app-id'];

function plain(params: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(params.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = params.getAll(name);
      return [name, values.length === 1 ? (values[0] as string) : values];
    }),
  );
}

export class RequestLog {
  private seen: SeenRequest[] = [];
  private counts: Record<string, number> = {};
  private total = 0;

  add(
    request: Pick<SeenRequest, 'method' | 'path' | 'operation' | 'session'> & { headers: IncomingHttpHeaders },
    query: URLSearchParams,
    form: URLSearchParams,
  ): SeenRequest {
    const shown = shownHeaders.filter((name) => request.headers[name] !== undefined);
    this.total += 1;
    const entry: SeenRequest = {
      number: this.total,
      at: new Date().toISOString(),
      method: request.method,
      path: request.path,
      operation: request.operation,
      query: plain(query),
      form: plain(form),
      session: request.session,
      headers: Object.fromEntries(shown.map((name) => [name, String(request.headers[name])])),
      fault: null,
      status: null,
    };
    this.seen.push(entry);
    if (this.seen.length > 2 * maxEntries) this.seen = this.seen.slice(-maxEntries);
    const name = request.operation ?? 'unknown';
    this.counts[name] = (this.counts[name] ?? 0) + 1;
    return entry;
  }

  list(limit = maxEntries): {
    total: number;
    counts: Readonly<Record<string, number>>;
    requests: readonly SeenRequest[];
  } {
    const oldest = Math.max(0, this.seen.length - Math.min(limit, maxEntries));
    return { total: this.total, counts: { ...this.counts }, requests: this.seen.slice(oldest) };
  }

  clear(): void {
    this.seen = [];
    this.counts = {};
    this.total = 0;
  }
}
