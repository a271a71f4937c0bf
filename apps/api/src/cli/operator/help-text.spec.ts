import { commands } from './commands';
import { commandHelp, generalHelp } from './help-text';

describe('help', () => {
  it('mentions every command with its purpose, each under a name of its own', () => {
    for (const { name } of commands) expect(generalHelp(commands)).toMatch(`  ${name} `);
    for (const { purpose } of commands) expect(generalHelp(commands)).toContain(purpose);
    expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
  });

  it.each(commands.map((command) => [command.name, command] as const))('of %s tells every option', (_name, command) => {
    const help = commandHelp(command);
    expect(help).toMatch(`Usage: loupe ${command.name}`);
    for (const [name, { purpose, isRequired }] of Object.entries(command.options)) {
      expect(help).toContain(purpose);
      expect(help).toContain(isRequired ? ` --${name}` : `[--${name}`);
    }
  });

  it('fits a terminal of 140 columns', () => {
    const lines = [generalHelp(commands), ...commands.map(commandHelp)].flatMap((help) => help.split('\n'));
    const usages = lines.filter((line) => line.startsWith('Usage'));
    for (const line of lines.filter((line) => !usages.includes(line))) expect(line.length).toBeLessThanOrEqual(140);
  });
});
