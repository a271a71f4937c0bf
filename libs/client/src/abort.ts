/** Settles as `work` does, or rejects with the signal's reason if the signal aborts first. */
export function unlessAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal!.reason);
    signal?.addEventListener('abort', leave);
    if (signal?.aborted) leave();
    void work.then(resolve, reject).then(() => signal?.removeEventListener('abort', leave));
  });
}

export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return unlessAborted(signal, over).finally(() => clearTimeout(timer));
}
