/** Listens to a signal once for all who wait: from the eleventh listener on, Node.js warns of a leak. */
class Waiting extends Set<() => void> {
  handleEvent(): void {
    for (const leave of this) leave();
  }
}

const waitingBySignal = new WeakMap<AbortSignal, Waiting>();

/** What is waited for, unless the signal comes first: then it throws the reason of the signal. */
export function unlessAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (!signal) return work;
  const waiting = waitingBySignal.get(signal) ?? new Waiting();
  waitingBySignal.set(signal, waiting);
  // The same listener is not added again.
  signal.addEventListener('abort', waiting);
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.delete(leave);
      if (!waiting.size) signal.removeEventListener('abort', waiting);
      reject(signal.reason);
    };
    waiting.add(leave);
    void work.then(resolve, reject).then(leave);
    if (signal.aborted) leave();
  });
}

export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return unlessAborted(signal, over).finally(() => clearTimeout(timer));
}
