/** Prints rows `{name, unit, median, min, max}` under each other. */
export function printRows(rows) {
  for (const { name, unit, median, min, max } of rows) {
    const [middle, low, high] = [median, min, max].map((value) => format(value));
    process.stdout.write(`${name.padEnd(78)} ${middle.padStart(9)} ${unit.padEnd(6)} (${low} – ${high})\n`);
  }
}

function format(value) {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

/** Says why a run is void, where it is. */
export function printFaults(faults) {
  for (const fault of faults) process.stdout.write(`VOID: ${fault}\n`);
}
