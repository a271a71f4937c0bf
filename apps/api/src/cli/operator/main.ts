import 'reflect-metadata';
import { loupe } from './loupe';

// Whoever read what is printed may have seen enough.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

void loupe(process.argv.slice(2), process).then((exitCode) => {
  process.exitCode = exitCode;
});
