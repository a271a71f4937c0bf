import { keyVariable, type Language } from '../../../snippets/snippets';
import type { Program, ProgramStep, Source } from './program-steps';
import pythonProgram from './programs/program.py.txt?raw';
import bashProgram from './programs/program.sh.txt?raw';
import typescriptProgram from './programs/program.ts.txt?raw';

/** A program that prints the prices, then repeats the history's calls over all pages. It limits its rate and number of calls. */
export function programOf(language: Language, program: Program): string {
  return { curl: bash, TypeScript: typescript, Python: python }[language](program);
}

const indent = (depth: number, size: number): string => ' '.repeat(depth * size);
const quoted = (text: string): string => JSON.stringify(text);

interface Syntax {
  readonly indentSize: number;
  call(step: ProgramStep, values: readonly (readonly [name: string, code: string])[]): string;
  forPages(answer: string, call: string): string;
  forItems(item: string, answer: string, members: readonly string[]): string;
  show(answer: string): string;
  readonly end: string | undefined;
}

function loops({ steps }: Program, syntax: Syntax): string {
  const lines: string[] = [];
  let depth = 0;
  const open = (line: string) => lines.push(indent(depth++, syntax.indentSize) + line);
  let from = '';
  for (const [index, step] of steps.entries()) {
    const answer = `answer${index + 1}`;
    if (index > 0 && step.each) {
      open(syntax.forItems(`item${index}`, from, step.each));
      from = `item${index}`;
    }
    const values = step.parameters.map(({ name, source }) => [name, codeOf(source, from)] as const);
    open(syntax.forPages(answer, syntax.call(step, values)));
    from = answer;
  }
  lines.push(indent(depth, syntax.indentSize) + syntax.show(from));
  while (syntax.end !== undefined && depth > 0) lines.push(indent(--depth, syntax.indentSize) + syntax.end);
  return lines.join('\n');
}

const codeOf = (source: Source, from: string): string =>
  'text' in source ? quoted(source.text) : `at(${[from, ...source.members.map(quoted)].join(', ')})`;

const planOf = ({ steps }: Program): [name: string, priceUsd: string][] =>
  steps.map(({ name, priceUsd, pages }) => [pages ? `${name}, each page` : name, priceUsd]);

function python(program: Program): string {
  const pagesOf = ({ pages }: ProgramStep) =>
    pages ? `, (${quoted(pages.token_parameter)}, ${quoted(pages.token_path)}, ${quoted(pages.has_more_path)})` : '';
  const body = loops(program, {
    indentSize: 4,
    call: (step, values) =>
      `pages(${quoted(step.path)}, {${values.map(([name, code]) => `${quoted(name)}: ${code}`).join(', ')}}${pagesOf(step)})`,
    forPages: (answer, call) => `for ${answer} in ${call}:`,
    forItems: (item, answer, members) => `for ${item} in each(at(${[answer, ...members.map(quoted)].join(', ')})):`,
    show: (answer) => `print(json.dumps(${answer}))`,
    end: undefined,
  });
  const plan = planOf(program).map(([name, price]) => `(${quoted(name)}, ${price})`);
  return begin(pythonProgram, program, plan.join(', ')) + body;
}

function typescript(program: Program): string {
  const pagesOf = ({ pages }: ProgramStep) =>
    pages ? `, [${[pages.token_parameter, pages.token_path, pages.has_more_path].map(quoted).join(', ')}]` : '';
  const body = loops(program, {
    indentSize: 2,
    call: (step, values) =>
      `pages(${quoted(step.path)}, { ${values.map(([name, code]) => `${name}: ${code}`).join(', ')} }${pagesOf(step)})`,
    forPages: (answer, call) => `for await (const ${answer} of ${call}) {`,
    forItems: (item, answer, members) =>
      `for (const ${item} of each(at(${[answer, ...members.map(quoted)].join(', ')}))) {`,
    show: (answer) => `console.log(JSON.stringify(${answer}));`,
    end: '}',
  });
  const plan = planOf(program).map(([name, price]) => `[${quoted(name)}, ${price}]`);
  return begin(typescriptProgram, program, plan.join(', ')) + body;
}

/** One function per step, so the next step runs for each item of a page before the next page is fetched. */
function bash(program: Program): string {
  const { steps } = program;
  const callOf = (index: number, from: string) => {
    const { path, pages, parameters } = steps[index]!;
    const paging = pages
      ? [pages.token_parameter, jqPath(pages.token_path), jqPath(pages.has_more_path)]
      : ['', '', ''];
    const values = parameters.flatMap(({ name, source }) => [
      single(name),
      'text' in source
        ? single(source.text)
        : `"$(jq -r ${single(`${jqPath(source.members)} // empty`)} <<<"$${from}")"`,
    ]);
    return [`pages step${index + 1}`, single(path), ...paging.map(single), ...values].join(' ');
  };
  const functions = steps.map((_, index) => {
    const answer = `answer${index + 1}`;
    const begin = `step${index + 1}() {\n  local ${answer}="$1"`;
    const next = steps[index + 1];
    if (!next) return `${begin}\n  printf '%s\\n' "$${answer}"\n}`;
    if (!next.each) return `${begin}\n  ${callOf(index + 1, answer)}\n}`;
    const item = `item${index + 1}`;
    const list = single(`${jqPath(next.each)}[]?`);
    return `${begin} ${item}
  while IFS= read -r ${item}; do
    ${callOf(index + 1, item)}
  done < <(jq -c ${list} <<<"$${answer}")
}`;
  });
  const plan = planOf(program).map(([name, price]) => `  $${price}  ${name}`);
  return `${begin(bashProgram, program, plan.join('\n'))}${functions.join('\n\n')}\n\n${callOf(0, '')}`;
}

const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function jqPath(members: readonly string[] | string): string {
  const names = typeof members === 'string' ? members.split('.') : members;
  return `.${names.map((name) => (/^\d+$/.test(name) ? `[${name}]` : `[${quoted(name)}]`)).join('')}`;
}

function begin(template: string, { origin, steps, requestsPerSecond: rate }: Program, plan: string): string {
  const dearest = steps.map(({ priceUsd }) => priceUsd).sort((one, other) => Number(other) - Number(one))[0] ?? '0';
  const title = steps.map(({ name }) => name).join(' → ');
  const values = { title, origin, plan, dearest, rate, pause: (1 / rate).toFixed(3), key: keyVariable };
  return `${template.replace(/\{\{(\w+)\}\}/g, (_, name: keyof typeof values) => String(values[name]))}\n`;
}
