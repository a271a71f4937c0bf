const steadiness = 0.2;
const labels = { cpuMicros: 'CPU time', perSecond: 'rate' };

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Measures contestants in turns: A B C, A B C. @returns one result per round, by name */
export async function inTurns(contestants, rounds, measure) {
  const results = new Map(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const contestant of contestants) results.get(contestant.name).push(await measure(contestant));
  }
  return results;
}

export const valuesOf = (results, member) => results.map((result) => result[member]);

/** Compares round by round, because the machine's speed changes between rounds. */
export const ratios = (values, others) => values.map((value, round) => value / others[round]);

/** @param results of the baseline, one per round @returns one sentence if they changed too much, else an empty list */
export function driftOf(title, member, results) {
  const values = valuesOf(results, member);
  const change = values.at(-1) / values[0] - 1;
  if (Math.abs(change) <= steadiness) return [];
  return [`${title}: the ${labels[member]} changed by ${Math.round(change * 100)} % from the first round to the last`];
}

/** Median with minimum and maximum. */
export function show(values, unit = '') {
  const [middle, low, high] = [median(values), Math.min(...values), Math.max(...values)].map(format);
  return `${middle}${unit} (${low} – ${high})`;
}

function format(value) {
  if (Math.abs(value) >= 20) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

/** @param rows of cells; the first row is the heading */
export function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column]));
    process.stdout.write(`${cells.join('   ').trimEnd()}\n`);
  }
  process.stdout.write('\n');
}
