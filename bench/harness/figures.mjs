const steadiness = 0.2;
const labels = { cpuMicros: 'CPU time', perSecond: 'rate' };

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Measures contestants in turns, A B C A B C. @returns the results of each, one a round, by its name */
export async function inTurns(contestants, rounds, measure) {
  const results = new Map(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const contestant of contestants) results.get(contestant.name).push(await measure(contestant));
  }
  return results;
}

/** The values of one member of results. */
export const valuesOf = (results, member) => results.map((result) => result[member]);

/** Compares two contestants round by round, because the machine changes from one round to the next. */
export const ratios = (values, others) => values.map((value, round) => value / others[round]);

/**
 * @param results of the baseline, one a round
 * @returns a sentence when the machine changed so much during the run that it says nothing
 */
export function driftOf(title, member, results) {
  const values = valuesOf(results, member);
  const change = values.at(-1) / values[0] - 1;
  if (Math.abs(change) <= steadiness) return [];
  return [`${title}: the ${labels[member]} changed by ${Math.round(change * 100)} % from the first round to the last`];
}

/** The median, with the smallest and the largest value. */
export function show(values, unit = '') {
  const [middle, low, high] = [median(values), Math.min(...values), Math.max(...values)].map(format);
  return `${middle}${unit} (${low} – ${high})`;
}

function format(value) {
  if (Math.abs(value) >= 20) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

/** Prints rows of cells in columns; the first row is the heading. */
export function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column]));
    process.stdout.write(`${cells.join('   ').trimEnd()}\n`);
  }
  process.stdout.write('\n');
}
