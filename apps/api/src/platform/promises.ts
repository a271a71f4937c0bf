export interface Resolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

/** Promise.withResolvers, which Node.js 20 does not have. */
export function withResolvers<T>(): Resolvers<T> {
  let settle: Pick<Resolvers<T>, 'resolve' | 'reject'>;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle! };
}

/**
 * Rejects when the promise takes too long. A reply that came while this process itself was held up is still read: when the
 * timer fires late, what waits at the socket has its turn before the verdict.
 */
export function withTimeout<T>(reply: Promise<T>, deadlineMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`no answer within ${deadlineMs} ms`));
    const timer = setTimeout(() => setImmediate(late), deadlineMs);
    reply.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
