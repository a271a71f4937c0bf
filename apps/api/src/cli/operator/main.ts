import 'reflect-metadata';
import { loupe } from './loupe';

// Ignore a closed pipe, as of `loupe …
// head`.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

void loupe(process.argv.slice(2), process).then((exitCode) => {
  process.exitCode = exitCode;
});
