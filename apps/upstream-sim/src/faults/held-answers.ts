import type { ServerResponse } from 'node:http';

interface Held {
  readonly operation: string | null;
  readonly send: () => void;
}

/** Answers under the fault `hold`: each waits until it is released, or its connection closes. */
export class HeldAnswers {
  private readonly held = new Set<Held>();

  hold(operation: string | null, response: ServerResponse, send: () => void): void {
    const one = { operation, send };
    this.held.add(one);
    response.once('close', () => this.held.delete(one));
  }

  /** How many wait now, of one operation or of all. */
  count(operation?: string): number {
    return this.of(operation).length;
  }

  /** Sends what waits now. What comes later is held as long as the fault is in force. @returns how many it were. */
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
