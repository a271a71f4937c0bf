/** `+28%`, `−5%`; nothing where there was nothing before, or no change. */
export function changeOf(now: number, before: number): string | undefined {
  if (before === 0) return undefined;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return undefined;
  return percent > 999 ? '> +999%' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`;
}

/** How far a share in per cent has moved: `+0.4 pt`; nothing where it has not. */
export function pointsOf(now: number, before: number): string | undefined {
  const points = (now - before).toFixed(1);
  if (Number(points) === 0) return undefined;
  return `${points.startsWith('-') ? '−' : '+'}${points.replace('-', '')} pt`;
}
