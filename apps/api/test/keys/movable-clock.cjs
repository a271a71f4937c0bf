// Preloaded into an API process: each SIGUSR2 moves its wall clock to the next of these offsets in hours. The monotonic
// clock is unchanged, as when a machine's clock is set.
const hoursAhead = [0, -1, 1];
let moves = 0;
const TrueDate = Date;
const nowMs = () => TrueDate.now() + hoursAhead[moves % hoursAhead.length] * 3_600_000;

globalThis.Date = class extends TrueDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [nowMs()] : parts));
  }

  static now() {
    return nowMs();
  }
};

process.on('SIGUSR2', () => {
  moves++;
});
