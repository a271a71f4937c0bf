/**
 * Holds a connection back after each response. HTTP/1.1 pairs responses with requests only by their order, so a stray
 * response that arrives after the next request was sent would be taken for its response.
 */
export class Quarantine {
  private held = 0;

  /** @param max connections in quarantine; above it, a connection is closed after its response */
  constructor(
    private readonly ms: number,
    private readonly max: number,
  ) {}

  get connections(): number {
    return this.held;
  }

  /** @param release called after the quarantine, even if the connection was closed */
  hold(connection: { destroy(reason: string): void }, release: () => void): void {
    if (this.held >= this.max) connection.destroy('too many connections are in quarantine');
    this.held += 1;
    setTimeout(() => {
      this.held -= 1;
      release();
    }, this.ms).unref();
  }
}
