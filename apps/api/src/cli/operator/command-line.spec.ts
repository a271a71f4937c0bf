import { line, oneOf, usdAmountAboveZero } from '@loupe/dto';
import { commit, version } from '../../platform/version';
import { command, optional, required, toggle } from './command';
import { readCommandLine } from './command-line';
import { commands } from './commands';
import { idempotencyKey, id as idReader } from './option-readers';

const pay = command({
  name: 'pay',
  purpose: 'Pays',
  options: {
    'amount-usd': required(usdAmountAboveZero, 'USD', 'how much'),
    to: required(line(10), 'NAME', 'whom'),
    how: optional(oneOf('cash', 'card'), 'HOW', 'how'),
    gladly: toggle('with a smile'),
  },
  validate: ({ how, gladly }) => (how === 'card' && gladly ? ['nobody smiles at a card'] : []),
  run: async () => ({ lines: [], json: {} }),
});
const read = (...words: string[]) => readCommandLine(words, [pay]);
const errorsOf = (...words: string[]) => {
  const result = read(...words);
  return result.kind === 'invalid' ? result.errors : [];
};

describe('readCommandLine', () => {
  it('returns parsed option values, and switches as booleans', () => {
    const values = { 'amount-usd': 1_500_000n, to: 'Ada', gladly: false };
    expect(read('pay', '--amount-usd', '1.5', '--to=Ada')).toMatchObject({ kind: 'run', values });
    const more = { ...values, how: 'cash', gladly: true };
    expect(read('pay', '--gladly', '--how', 'cash', '--to', 'Ada', '--amount-usd=1.5')).toMatchObject({ values: more });
  });

  it('reports every error at once', () => {
    expect(errorsOf('pay', '--amount-usd', '1e3', '--how=coin', '--gladly=yes', '--speed', 'now')).toEqual([
      '--gladly takes no value',
      'there is no option --speed',
      '"now" was not expected',
      '--amount-usd must be an amount in USD with a point (no comma, no currency sign) and at most six decimals, such as 0.0006',
      '--to is missing',
      '--how must be one of cash, card',
    ]);
  });

  it('does not take the next option for a value', () => {
    expect(errorsOf('pay', '--amount-usd', '1', '--to', '--gladly')).toEqual(['--to needs a value']);
    expect(read('pay', '--amount-usd', '1', '--to=--gladly')).toMatchObject({ kind: 'run' });
  });

  it.each(['-Ada', '- and', '-5'])('accepts the value %p, which begins with a dash', (to) => {
    expect(read('pay', '--amount-usd', '1', '--to', to)).toMatchObject({ kind: 'run', values: { to } });
  });

  it('refuses an option that is given twice', () => {
    expect(errorsOf('pay', '--amount-usd', '1', '--amount-usd', '2', '--to', 'Ada')).toEqual([
      '--amount-usd was given more than once',
    ]);
  });

  it('treats inherited object members as unknown options', () => {
    expect(errorsOf('pay', '--constructor', '--amount-usd', '1', '--to', 'Ada')).toEqual([
      'there is no option --constructor',
    ]);
  });

  it('reports conflicts between options only if each option is valid', () => {
    const words = ['pay', '--amount-usd', '1', '--how', 'card', '--gladly'];
    expect(errorsOf(...words)).toEqual(['--to is missing']);
    expect(errorsOf(...words, '--to', 'Ada')).toEqual(['nobody smiles at a card']);
  });

  it.each([[['--help']], [['-h']], [['help']]])('returns the general help for %p', (words) => {
    expect(read(...words)).toEqual({ kind: 'help', text: expect.stringMatching(/^Usage: loupe COMMAND/) });
  });

  it.each([[['help', 'pay']], [['pay', '--help']], [['pay', '--amount-usd', 'x', '-h']]])(
    'returns the help of a command for %p, whatever else is wrong',
    (words) => {
      const text = expect.stringMatching(
        /^Usage: loupe pay --amount-usd <USD> --to <NAME> \[--how <HOW>\] \[--gladly\] \[--json\]\n/,
      );
      expect(read(...words)).toEqual({ kind: 'help', text });
    },
  );

  it('returns the version and the commit for --version, whatever else is wrong', () => {
    const answer = { kind: 'help', text: `${version} (${commit})\n` };
    for (const words of [['--version'], ['pay', '--version', '--speed']]) expect(read(...words)).toEqual(answer);
  });

  it('reports a missing or unknown command', () => {
    expect(errorsOf()).toEqual(['missing command']);
    expect(errorsOf('play')).toEqual(['there is no command "play"']);
  });
});

describe('the help of the command line', () => {
  const helpOn = (...words: string[]) => {
    const result = readCommandLine([...words, '--help'], commands);
    return result.kind === 'help' ? result.text : '';
  };
  /** Terminal lines are shorter than some sentences. */
  const unwrapped = (text: string) => text.replace(/\s+/g, ' ');

  it('lists every command with its purpose and a unique name', () => {
    for (const { name } of commands) expect(helpOn()).toMatch(`  ${name} `);
    for (const { purpose } of commands) expect(unwrapped(helpOn())).toContain(purpose);
    expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
  });

  it.each(commands.map((command) => [command.name, command] as const))('lists every option of %s', (name, command) => {
    const help = unwrapped(helpOn(name));
    expect(help).toMatch(`Usage: loupe ${name}`);
    for (const [option, { purpose, isRequired }] of Object.entries(command.options)) {
      expect(help).toContain(purpose);
      expect(help).toContain(isRequired ? ` --${option}` : `[--${option}`);
    }
  });

  it('wraps every line of the help at 140 columns, except the usage', () => {
    const lines = [helpOn(), ...commands.map(({ name }) => helpOn(name))].flatMap((help) => help.split('\n'));
    const usages = lines.filter((line) => line.startsWith('Usage'));
    for (const line of lines.filter((line) => !usages.includes(line))) expect(line.length).toBeLessThanOrEqual(140);
  });
});

describe('readers of options', () => {
  it.each([
    [usdAmountAboveZero, '0', 'must be more than zero'],
    [usdAmountAboveZero, '-1', 'must be an amount in USD'],
    [idReader, '1.5', 'must be a string of digits'],
    [line(5), '   ', 'must be a text of 1 to 5 characters'],
    [line(5), 'a\nb', 'without control characters'],
    [idempotencyKey, 'two words', 'without spaces'],
  ])('refuse an invalid value and say what it must be (row %# of this test’s table)', (reader, text, message) => {
    expect(reader(text)).toMatchObject({ message: expect.stringContaining(message) });
  });
});
