import 'reflect-metadata';
import { loupe } from './loupe';

// A reader such as `head` may close the pipe.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

void loupe(process.argv.slice(2), process).then((exitCode) => {
  process.exitCode = exitCode;
});
