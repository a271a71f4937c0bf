import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiProcess } from '../keys/api-fleet';
import { type SentReply, send } from '../support/send';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi, variablesOf } from '../support/test-api';
import { Collector } from './collector';

export const callersTrace = '4bf92f3577b34da6a3ce929d0e0e4736';
export const callersSpan = '00f067aa0ba902b7';
export const traceparent = `00-${callersTrace}-${callersSpan}-01`;

/**
 * API processes that send traces to a collector. The untraced API, whose database and simulator they use, is in another process,
 * because instrumentation applies to a whole process.
 */
export class TracedApi {
  private readonly directory = mkdtempSync(join(tmpdir(), 'loupe-tracing-'));
  private readonly processes: ApiProcess[] = [];

  private constructor(
    readonly api: TestApi,
    readonly tenant: Tenant,
    public collector: Collector,
  ) {}

  static async create(): Promise<TracedApi> {
    const api = await startTestApi();
    return new TracedApi(api, await api.tenants.create('100'), await Collector.start());
  }

  async start(variables: NodeJS.ProcessEnv = {}): Promise<ApiProcess> {
    const started = await ApiProcess.start({
      ...variablesOf(this.directory, this.api.database, this.api.simulator),
      OTEL_EXPORTER_OTLP_ENDPOINT: this.collector.url,
      ...variables,
    });
    this.processes.push(started);
    return started;
  }

  ask({ baseUrl }: ApiProcess, path: string, headers: Record<string, string> = {}): Promise<SentReply> {
    return send(baseUrl, path, { key: this.tenant.key, headers });
  }

  async reset(): Promise<void> {
    await Promise.all(this.processes.splice(0).map((one) => one.stop()));
    this.collector.stop();
    this.collector = await Collector.start();
    await this.api.simulator.clearFaults();
  }

  async stop(): Promise<void> {
    this.collector.stop();
    await this.api.stop();
    rmSync(this.directory, { recursive: true });
  }
}
