import { loupe } from '../../src/cli/operator/loupe';

export interface Ended {
  exitCode: number;
  output: string;
  database: string | undefined;
  errors: string;
  facts: Record<string, string>;
}

export class OperatorTerminal {
  constructor(private readonly variables: NodeJS.ProcessEnv) {}

  async run(words: string[], input = ''): Promise<Ended> {
    let output = '';
    let errors = '';
    const exitCode = await loupe(words, {
      env: this.variables,
      stdin: (async function* () {
        yield input;
      })(),
      stdout: { write: (text) => (output += text) },
      stderr: { write: (text) => (errors += text) },
    });
    return { exitCode, output, ...readErrors(errors), facts: factsOf(output) };
  }

  /** Runs a command that must succeed. @returns its `name: value` lines. */
  async facts(words: string[], input = ''): Promise<Record<string, string>> {
    const ended = await this.run(words, input);
    if (ended.exitCode !== 0) throw new Error(ended.errors);
    return ended.facts;
  }
}

export function readErrors(text: string): Pick<Ended, 'database' | 'errors'> {
  const [, database, errors] = /^(?:loupe: database (.*)\n)?([\s\S]*)$/.exec(text)!;
  return { database, errors: errors! };
}

export function factsOf(output: string): Record<string, string> {
  return Object.fromEntries([...output.matchAll(/^(\w+): (.*)$/gm)].map(([, name, value]) => [name, value]));
}
