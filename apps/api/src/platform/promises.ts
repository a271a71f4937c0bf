export interface Resolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

/** Promise.withResolvers, which Node.js 20 lacks. */
export function withResolvers<T>(): Resolvers<T> {
  let resolvers: Pick<Resolvers<T>, 'resolve' | 'reject'>;
  const promise = new Promise<T>((resolve, reject) => {
    resolvers = { resolve, reject };
  });
  return { promise, ...resolvers! };
}

/** Rejects after a timeout. If the timer fires late, a reply that has already arrived still wins. */
export function withTimeout<T>(reply: Promise<T>, deadlineMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`no answer within ${deadlineMs} ms`));
    const timer = setTimeout(() => setImmediate(late), deadlineMs);
    reply.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
