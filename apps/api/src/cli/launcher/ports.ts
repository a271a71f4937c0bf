import { createServer } from 'node:net';

/** @throws {Error} one line that names the variable, when its port cannot be listened on. */
export function requireFreePort(variable: string, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE' ? 'is already in use by another program' : `cannot be listened on (${error.code})`;
      reject(new Error(`${variable} ${port} ${reason}; set ${variable} to a free one`));
    });
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()));
  });
}
