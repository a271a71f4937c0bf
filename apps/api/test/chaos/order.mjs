/** Every fault once, then random faults until the time is up. Short runs have all kills and a few others. */
export function* inOrder(faults, upstream, { only, short, minutes, chance: { choose, shuffle } }) {
  const endMs = performance.now() + Number(minutes) * 60_000;
  if (only) return yield* faults.filter(({ part, name }) => `${part}: ${name}`.match(only));
  if (short) {
    const [kills, others] = [true, false].map((isKill) =>
      shuffle(faults.filter(({ name }) => /killed/.test(name) === isKill)),
    );
    const ofEach = others.filter((fault, index) => others.findIndex(({ part }) => part === fault.part) === index);
    return yield* shuffle([...kills, ...ofEach, upstream.next()]);
  }
  yield* shuffle(faults);
  while (upstream.left.length > 0) yield upstream.next();
  while (performance.now() < endMs) yield choose(faults);
}
