import { Client } from 'pg';

type Handler = (payload: string) => void;

const retryMs = 500;

/**
 * One connection that listens to PostgreSQL's NOTIFY. Notifications sent while it is down are lost,
 * so whoever depends on them also passes `onReconnect` and reads again what it may have missed.
 */
export class Notifications {
  private readonly handlers = new Map<string, Handler[]>();
  private readonly reconnectHandlers: (() => void)[] = [];
  private client: Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly url: string) {}

  /** Registers a handler; all are registered before {@link start}. `channel` is an SQL name, given in code. */
  on(channel: string, handler: Handler): void {
    this.handlers.set(channel, [...(this.handlers.get(channel) ?? []), handler]);
  }

  onReconnect(handler: () => void): void {
    this.reconnectHandlers.push(handler);
  }

  async start(): Promise<void> {
    await this.connect();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retry);
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new Client({ connectionString: this.url, application_name: 'loupe-listen', keepAlive: true });
    client.on('error', () => undefined);
    client.on('end', () => this.reconnectSoon(client));
    client.on('notification', ({ channel, payload }) => {
      for (const handler of this.handlers.get(channel) ?? []) handler(payload ?? '');
    });
    this.client = client;
    await client.connect();
    for (const channel of this.handlers.keys()) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
  }

  private reconnectSoon(ended: Client): void {
    if (this.stopped || ended !== this.client) return;
    this.retry = setTimeout(() => {
      this.connect().then(
        () => this.reconnectHandlers.forEach((handler) => void handler()),
        () => this.reconnectSoon(this.client!),
      );
    }, retryMs);
    this.retry.unref();
  }
}
