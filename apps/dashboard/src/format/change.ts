/** `+28%`, `−5%`; undefined without an earlier value or a change. */
export function changeOf(now: number, before: number): string | undefined {
  if (before === 0) return undefined;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return undefined;
  return percent > 999 ? '> +999%' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`;
}
