export interface Pulled {
  done: number;
  unit: 'lines' | 'items';
  total: number | undefined;
  /** Calls of this run, without earlier runs. */
  calls: number;
  elapsedMs: number;
  /** Lines or items that this run completed. */
  doneNow: number;
  spentUsd: string;
}

const barLength = 20;

/** `[#####---------------] 250/1000 lines, 9.8 calls/s, $0.150000, 1 min 15 s left` */
export function progressLine({ done, unit, total, calls, elapsedMs, doneNow, spentUsd }: Pulled): string {
  const share = total === undefined ? undefined : Math.min(1, done / Math.max(total, 1));
  const filled = Math.round((share ?? 0) * barLength);
  const bar = share === undefined ? '' : `[${'#'.repeat(filled)}${'-'.repeat(barLength - filled)}] `;
  const counted = `${done}${total === undefined ? '' : `/${total}`} ${unit}`;
  const perSecond = elapsedMs > 0 ? (calls * 1_000) / elapsedMs : 0;
  const leftMs = total === undefined || doneNow === 0 ? undefined : ((total - done) * elapsedMs) / doneNow;
  const left = leftMs === undefined ? '' : `, ${duration(leftMs)} left`;
  return `${bar}${counted}, ${perSecond.toFixed(1)} calls/s, $${spentUsd}${left}`;
}

function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
