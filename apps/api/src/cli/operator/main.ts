import 'reflect-metadata';
import { loupe } from './loupe';

// A closed pipe is not an error: `loupe … | head` may have read enough.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

void loupe(process.argv.slice(2), process).then((exitCode) => {
  process.exitCode = exitCode;
});
