const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });

/** `12,345` */
export const groupDigits = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

export const formatCount = (count: number): string => groupDigits(String(count));

export const formatCompact = (count: number): string => compact.format(count).toLowerCase();

/** `1 request`, `2 requests`, `12,345 requests`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `0%`, `0.4%`, `12%`, `< 0.1%` */
export function formatShare(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0%';
  const percent = (part / whole) * 100;
  if (percent < 0.1) return '< 0.1%';
  return percent < 10 ? `${Number(percent.toFixed(1))}%` : `${Math.round(percent)}%`;
}

/** `640 B`, `12.4 KB`, `3.1 MB` */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'KB'] : [bytes / 1_000_000, 'MB'];
  return `${size < 100 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}

/** `43 ms`, `1.20 s` */
export function formatDuration(durationMs: number): string {
  return durationMs < 1_000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1_000).toFixed(2)} s`;
}
