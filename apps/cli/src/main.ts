import manifest from '../package.json' with { type: 'json' };
import { call } from './call.ts';
import { readCommandLine } from './command-line.ts';
import { exitCodeOf, messageOf } from './failure.ts';
import { help } from './help.ts';
import { audit, keys } from './manage.ts';
import { mcp } from './mcp.ts';
import { write } from './output.ts';
import { price } from './price.ts';
import { pull } from './pull.ts';
import { watch } from './watch.ts';

// A closed pipe, as with `head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

async function run(argv: string[]): Promise<void> {
  const { values, positionals } = readCommandLine(argv);
  const [command, ...words] = positionals;
  if (values.version) return write(`${manifest.version}\n`);
  if (values.help || command === undefined || command === 'help') return write(help);
  if (command === 'balance') return call(['system', 'balance'], values);
  if (command === 'price') return price(words, values);
  if (command === 'watch') return watch(words, values);
  if (command === 'pull') return pull(words, values);
  if (command === 'keys') return keys(words, values);
  if (command === 'audit') return audit(words, values);
  if (command === 'mcp') return mcp(values, manifest.version);
  return call(positionals, values);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const code = exitCodeOf(error);
  process.stderr.write(`loupe-cli: ${code === undefined ? (error as Error).stack : messageOf(error)}\n`);
  process.exitCode = code ?? 1;
}
