import 'reflect-metadata';
import { loupe } from './loupe';

void loupe(process.argv.slice(2), process).then((exitCode) => {
  process.exitCode = exitCode;
});
