// A simple reference implementation that the scanner is compared with.

/** A value with surrounding white space: `text` as received, and `answer` with its ids and unsafe integers quoted. */
export interface SlowValue {
  readonly text: string;
  readonly answer: string;
  readonly members: readonly SlowMember[];
  readonly elements: readonly SlowValue[];
}

/** Here `text` and `answer` include the key. */
export interface SlowMember extends SlowValue {
  readonly key: string;
  readonly value: SlowValue;
}

const TOKEN = /[\t\n\r ]*(?:[{}[\],:]|"(?:\\.|[^"\\])*"|[^{}[\],:"\t\n\r ]+)[\t\n\r ]*/g;
const ID_KEY = /^(pk|id|fbid|fbid_v2)$|_(pk|id|ids|fbid)$/;
const INTEGER = /^-?\d+$/;
const none: readonly never[] = [];

const TYPE = /^1[lf](?=.)/s;

export function slowParse(text: string, { addsPlainKeys = false } = {}): SlowValue {
  const tokens = text.match(TOKEN) ?? [];
  let next = 0;
  const take = () => tokens[next++] as string;

  function value(isUnderIdKey: boolean): SlowValue {
    const token = take();
    const bare = token.trim();
    if (bare === '{') {
      const { text, answer, children } = container(token, '}', member, addsPlainKeys ? plainMembers : undefined);
      return { text, answer, members: children, elements: none };
    }
    if (bare === '[') {
      const { text, answer, children } = container(token, ']', () => value(isUnderIdKey));
      return { text, answer, members: none, elements: children };
    }
    const answer = INTEGER.test(bare) ? token.replace(bare, leaving(bare, isUnderIdKey)) : token;
    return { text: token, answer, members: none, elements: none };
  }

  function member(): SlowMember {
    const written = take();
    const colon = take();
    const key = keyOf(written);
    const of = value(ID_KEY.test(addsPlainKeys ? key.replace(TYPE, '') : key));
    const text = written + colon + of.text;
    return { key, value: of, text, answer: written + colon + of.answer, members: none, elements: none };
  }

  function container<Child extends SlowValue>(
    open: string,
    close: string,
    read: () => Child,
    added: (children: readonly Child[]) => string = () => '',
  ) {
    const children: Child[] = [];
    const separators = [open];
    while (tokens[next]?.trim() !== close) {
      if (children.length > 0) separators.push(take());
      children.push(read());
    }
    const end = take();
    const joined = (texts: string[]) => texts.map((text, index) => `${separators[index]}${text}`).join('') + end;
    if (children.length === 0) return { children, text: open + end, answer: open + end };
    const answer = joined(children.map((c) => c.answer));
    const brace = answer.lastIndexOf(close);
    return {
      children,
      text: joined(children.map((c) => c.text)),
      answer: answer.slice(0, brace) + added(children) + answer.slice(brace),
    };
  }

  return value(false);
}

function plainMembers(members: readonly SlowMember[]): string {
  const typed = members.filter(({ key }) => TYPE.test(key)).map((member) => ({ ...member, key: member.key.slice(2) }));
  return typed
    .filter(({ key }, index) => !typed.slice(index + 1).some((later) => later.key === key))
    .filter(({ key }) => !members.some((member) => member.key === key) && JSON.stringify(key) === `"${key}"`)
    .filter(({ value }) => !/^[[{]/.test(value.text.trim()))
    .map(({ key, value }) => `,"${key}":${value.answer.trim()}`)
    .join('');
}

const keys = new Map<string, string>();

function keyOf(written: string): string {
  const known = keys.get(written) ?? (JSON.parse(written) as string);
  keys.set(written, known);
  return known;
}

function leaving(literal: string, isUnderIdKey: boolean): string {
  const size = BigInt(literal.replace('-', ''));
  return isUnderIdKey || size > BigInt(Number.MAX_SAFE_INTEGER) ? `"${literal}"` : literal;
}

/** Values that a path matches, in document order; the last of several equal keys counts. */
export function slowFind(value: SlowValue, path: string): SlowValue[] {
  const [step, rest = ''] = /^(\[\]|[^.[]+)\.?(.*)$/.exec(path)?.slice(1) ?? [];
  if (step === undefined) return [value];
  if (step === '[]') return value.elements.flatMap((element) => slowFind(element, rest));
  const isOnPath = (key: string) => (step.startsWith('~') ? key.includes(step.slice(1)) : key === step);
  return value.members
    .filter(({ key }, index, all) => isOnPath(key) && !all.slice(index + 1).some((later) => later.key === key))
    .flatMap((member) => slowFind(member.value, rest));
}
