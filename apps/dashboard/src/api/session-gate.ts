export type Demand = 'sign-in' | 'password';

interface Wait {
  readonly demand: Demand;
  readonly met: Promise<boolean>;
  readonly resolve: (met: boolean) => void;
}

/**
 * Holds calls that the server refused because the session ended or the password must be confirmed. One dialog serves them all.
 * When the user completes the dialog, the calls are repeated, so no form loses what was typed.
 */
export class SessionGate {
  private waiting: Wait | undefined;
  /** How often a dialog was completed. */
  completed = 0;
  private readonly listeners = new Set<() => void>();

  ask(demand: Demand): Promise<boolean> {
    if (this.waiting) return this.waiting.met;
    let resolve: Wait['resolve'] = () => undefined;
    const met = new Promise<boolean>((resolveMet) => {
      resolve = resolveMet;
    });
    this.change({ demand, met, resolve });
    return met;
  }

  resolve(met: boolean): void {
    const { waiting } = this;
    if (met) this.completed += 1;
    this.change(undefined);
    waiting?.resolve(met);
  }

  readonly current = (): Demand | undefined => this.waiting?.demand;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private change(waiting: Wait | undefined): void {
    this.waiting = waiting;
    for (const listener of this.listeners) listener();
  }
}

export const sessionGate = new SessionGate();
