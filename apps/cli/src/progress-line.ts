import { formatUsd } from '@loupe/client';
import type { MediaFolder } from './media-folder.ts';

export interface Pulled {
  done: number;
  unit: 'lines' | 'items';
  total: number | undefined;
  /** Calls of this run, without earlier runs. */
  calls: number;
  elapsedMs: number;
  /** Lines or items that this run completed. */
  doneNow: number;
  /** Lines or items that earlier runs completed. */
  known: number;
  /** Whether an earlier run completed everything. */
  isComplete: boolean;
  spentNowUsd: string;
  /** Of all runs. */
  spentUsd: string;
  media?: MediaFolder['counts'] | undefined;
}

const barLength = 20;

/** `[#####---------------] 250/1000 lines (150 known already), 9.8 calls/s, this run $0.060000 of $0.150000, 1 min 15 s left` */
export function progressLine(pulled: Pulled): string {
  const { done, unit, total, calls, elapsedMs, doneNow, known, isComplete, spentNowUsd, spentUsd } = pulled;
  const media = pulled.media ? `; ${mediaText(pulled.media)}` : '';
  if (isComplete) return `complete already: ${done} ${unit}; this run $${spentNowUsd}, all runs $${spentUsd}${media}`;
  const share = total === undefined ? undefined : Math.min(1, done / Math.max(total, 1));
  const filled = Math.round((share ?? 0) * barLength);
  const bar = share === undefined ? '' : `[${'#'.repeat(filled)}${'-'.repeat(barLength - filled)}] `;
  const earlier = known > 0 ? ` (${known} known already)` : '';
  const counted = `${done}${total === undefined ? '' : `/${total}`} ${unit}${earlier}`;
  const perSecond = elapsedMs > 0 ? (calls * 1_000) / elapsedMs : 0;
  const leftMs = total === undefined || doneNow === 0 ? undefined : ((total - done) * elapsedMs) / doneNow;
  const left = leftMs === undefined ? '' : `, ${duration(leftMs)} left`;
  const spent = spentNowUsd === spentUsd ? `$${spentUsd}` : `this run $${spentNowUsd} of $${spentUsd}`;
  return `${bar}${counted}, ${perSecond.toFixed(1)} calls/s, ${spent}${left}${media}`;
}

/** `12 files downloaded (30 known already), 2 posts gone, 1 failed, renewals $0.001200` */
function mediaText({ downloaded, known, gone, failed, renewalMicros }: MediaFolder['counts']): string {
  const earlier = known > 0 ? ` (${known} known already)` : '';
  return `${downloaded} files downloaded${earlier}, ${gone} posts gone, ${failed} failed, renewals $${formatUsd(renewalMicros)}`;
}

function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
