const bySize = (a, b) => a - b;

export function median(values) {
  const sorted = [...values].sort(bySize);
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

/** Round by round, because what else the machine does changes from one round to the next. */
export function ratios(values, baseline) {
  return values.map((value, round) => value / baseline[round]);
}
