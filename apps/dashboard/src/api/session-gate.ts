export type Demand = 'sign-in' | 'password';

interface Wait {
  readonly demand: Demand;
  readonly met: Promise<boolean>;
  readonly resolve: (met: boolean) => void;
}

/**
 * Holds back calls that the server refused because the session is over or the password must be typed again.
 * The page shows one dialog for all of them; once it is done they are repeated, so no form loses what was typed.
 */
export class SessionGate {
  private waiting: Wait | undefined;
  private readonly listeners = new Set<() => void>();

  /** Resolves to true when the person did what was demanded, to false when they gave up. */
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
    this.change(undefined);
    waiting?.resolve(met);
  }

  /** For useSyncExternalStore: the demand whose dialog is open. */
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
