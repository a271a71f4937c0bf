export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @param sorted in order of size. @param share 0.99 for the 99th percentile. */
export function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** One row of the results: `{name, unit, median, min, max}` of what the rounds gave. */
export function row(name, unit, values) {
  return { name, unit, median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/** Round by round, because what else the machine does changes from one round to the next. One of the two may have left after some. */
export function ratios(values, baseline) {
  return values.slice(0, baseline.length).map((value, round) => value / baseline[round]);
}

export function printRows(rows) {
  for (const { name, unit, median, min, max } of rows) {
    const [middle, low, high] = [median, min, max].map((value) => format(value));
    process.stdout.write(`${name.padEnd(78)} ${middle.padStart(9)} ${unit.padEnd(6)} (${low} – ${high})\n`);
  }
}

function format(value) {
  if (Number.isInteger(value)) return `${value}`;
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

export function printFaults(faults) {
  for (const fault of faults) process.stdout.write(`VOID: ${fault}\n`);
}
