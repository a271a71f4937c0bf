import type { ServerResponse } from 'node:http';

interface Held {
  readonly operation: string | null;
  readonly send: () => void;
}

/** Responses delayed by the fault `hold` until they are released or their connection closes. */
export class HeldAnswers {
  private readonly held = new Set<Held>();

  hold(operation: string | null, response: ServerResponse, send: () => void): void {
    const one = { operation, send };
    this.held.add(one);
    response.once('close', () => this.held.delete(one));
  }

  count(operation?: string): number {
    return this.of(operation).length;
  }

  /** Sends the responses that are held now. Later requests are still held. @returns how many were sent */
  release(operation?: string): number {
    const released = this.of(operation);
    for (const one of released) {
      this.held.delete(one);
      one.send();
    }
    return released.length;
  }

  private of(operation?: string): Held[] {
    return [...this.held].filter((one) => operation === undefined || one.operation === operation);
  }
}
