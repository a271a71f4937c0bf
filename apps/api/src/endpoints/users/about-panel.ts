import { UpstreamFailure } from '@loupe/upstream-client';
import { malformedUpstream } from '../../gateway/answers/upstream-body';

export interface AboutPanel {
  date_joined: string | null;
  former_usernames: string[];
  former_usernames_count: number | null;
  details: string[];
}

const labels = {
  dateJoined: 'date joined',
  formerUsernames: 'former usernames',
  country: 'account based in',
  others: ['verified', 'ads', 'active ads'],
};
const allLabels = new Set([labels.dateJoined, labels.formerUsernames, labels.country, ...labels.others]);

/** Reads the rendered panel. @throws {UpstreamFailure} */
export function readAboutPanel(body: Buffer): AboutPanel {
  const { tree, others } = parsePanel(body);
  const textKeys = textKeysOf(tree);
  const inTree = textLines(tree, textKeys);
  const former = valuesAfter(inTree, labels.formerUsernames);
  const countAt = former.findIndex((line) => /^\d+$/.test(line));
  const count = countAt < 0 ? undefined : Number(former[countAt]);
  // Handles have no capitals, which excludes `None` and button labels.
  const names = former
    .filter((line, at) => at !== countAt && /^@?[a-z\d_.]{1,30}$/.test(line))
    .map((line) => line.replace('@', ''));
  return {
    date_joined: valuesAfter(inTree, labels.dateJoined)[0] ?? null,
    former_usernames: count === undefined || count === names.length ? names : [],
    former_usernames_count: count ?? (names.length || null),
    details: withLinesOutside(inTree, others, textKeys),
  };
}

interface Leaf {
  key: string;
  text: string;
}

interface Panel {
  readonly tree?: unknown;
  /** All that the response has beside the tree. */
  readonly others: object;
}

function parsePanel(body: Buffer): Panel {
  try {
    const panel = JSON.parse(body.toString()) as {
      status?: string;
      layout?: { bloks_payload?: { tree?: unknown } };
    };
    if (panel.status !== 'fail' && panel.layout?.bloks_payload) {
      const { tree, ...payload } = panel.layout.bloks_payload;
      return { tree, others: { ...panel, layout: { ...panel.layout, bloks_payload: payload } } };
    }
  } catch (error) {
    throw new UpstreamFailure('unavailable', (error as Error).name);
  }
  throw malformedUpstream('bloks_payload');
}

/**
 * Adds the lines that the response keeps outside the tree: under the keys of text, or as the first value of a variable, from which
 * the tree takes the country. A country follows its label; other lines come last.
 */
function withLinesOutside(inTree: readonly string[], others: object, textKeys: ReadonlySet<string>): string[] {
  const outside = stringLeaves(others)
    .filter(
      ({ key, text }) =>
        key === 'text' || textKeys.has(key) || (variableKeys.has(key) && readsLikeProse(constantOf(text))),
    )
    .flatMap(({ text }) => linesOf(constantOf(text)));
  const lines = [...inTree];
  for (const line of outside) {
    if (lines.includes(line)) continue;
    const at = lines.findIndex((one) => label(one) === labels.country) + 1;
    const lacksValue = at > 0 && (at === lines.length || allLabels.has(label(lines[at]!)));
    lines.splice(lacksValue ? at : lines.length, 0, line);
  }
  return lines;
}

const variableKeys = new Set(['initial', 'initial_lispy']);

/** The text of a variable, which may be an expression such as `(const "Germany")`. */
const constantOf = (text: string): string => (text.startsWith('(') ? (/"([^"]*)"/.exec(text)?.[1] ?? '') : text);

/** `text` and any key of a known label: keys may be minified. */
const textKeysOf = (tree: unknown): ReadonlySet<string> =>
  new Set(
    stringLeaves(tree)
      .filter(({ key, text }) => key === 'text' || allLabels.has(label(text)))
      .map(({ key }) => key),
  );

/** The lines under `textKeys`; if there are none, the lines like prose. */
function textLines(tree: unknown, textKeys: ReadonlySet<string>): string[] {
  const leaves = stringLeaves(tree);
  const shown =
    textKeys.size > 0
      ? leaves.filter(({ key }) => textKeys.has(key))
      : leaves.filter(({ text }) => readsLikeProse(text));
  return shown.flatMap(({ text }) => linesOf(text));
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** All strings of the tree in order, each with its nearest key. Iterative, because panels nest deeply. */
function stringLeaves(tree: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  const pending: { key: string; value: unknown }[] = [{ key: '', value: tree }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { key, value } = next;
    if (typeof value === 'string') leaves.push({ key, text: value });
    if (typeof value !== 'object' || value === null) continue;
    const below = Array.isArray(value)
      ? value.map((one) => ({ key, value: one }))
      : Object.entries(value).map(([name, one]) => ({ key: name, value: one as unknown }));
    pending.push(...below.reverse());
  }
  return leaves;
}

/** The lines between a label and the next one, or the text after the colon on the label's own line. */
function valuesAfter(lines: readonly string[], wanted: string): string[] {
  const at = lines.findIndex((line) => label(line) === wanted);
  if (at < 0) {
    const inline = lines.find((line) => line.toLowerCase().startsWith(`${wanted}:`));
    return inline ? [inline.slice(wanted.length + 1).trim()] : [];
  }
  const end = lines.findIndex((line, index) => index > at && allLabels.has(label(line)));
  return lines.slice(at + 1, end < 0 ? undefined : end);
}

function label(text: string): string {
  return text.trim().toLowerCase().replace(/:$/, '');
}

/** A sentence or a capitalised word, but no identifier, colour, size or expression. */
function readsLikeProse(text: string): boolean {
  return /\p{L}/u.test(text) && (/\s/.test(text) || /^\p{Lu}\p{Ll}/u.test(text)) && !/^[(#{[<]|:\/\//.test(text);
}
