import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyJson } from '../support/send';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Record<string, string | number>;
  links: { traceId: string; spanId: string }[];
  status: { code?: number };
}

export class Collector {
  readonly spans: ReceivedSpan[] = [];
  readonly paths = new Set<string>();
  readonly headers: IncomingHttpHeaders[] = [];
  text = '';
  serviceName: string | undefined;
  private readonly server: Server;

  private constructor(private readonly isListening: Promise<void>) {
    this.server = createServer(async (request, response) => {
      this.paths.add(`${request.method} ${request.url}`);
      this.headers.push(request.headers);
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      await this.isListening;
      this.take(Buffer.concat(chunks).toString());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }

  /** @param isListening requests wait until it resolves */
  static async start(isListening = Promise.resolve()): Promise<Collector> {
    const collector = new Collector(isListening);
    await new Promise<void>((resolve) => collector.server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async trace(traceId: string, ...names: string[]): Promise<ReceivedSpan[]> {
    for (;;) {
      const spans = this.spans.filter((span) => span.traceId === traceId);
      if (names.every((name) => spans.some((span) => span.name === name))) return spans;
      await sleep(20);
    }
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private take(text: string): void {
    this.text += text;
    for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans) {
      this.serviceName = plain(resource.attributes)['service.name'] as string;
      for (const { spans } of scopeSpans)
        for (const span of spans)
          this.spans.push({ ...span, attributes: plain(span.attributes), links: span.links ?? [] });
    }
  }
}

function plain(attributes: AnyJson[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? value.doubleValue)]),
  );
}
