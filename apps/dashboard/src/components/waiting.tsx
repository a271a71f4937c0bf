import classes from './waiting.module.css';

/** Lines where content will be; they fade in late, so that a fast answer never flickers. */
export function Waiting({ label, lines = 4 }: { label: string; lines?: number }) {
  return (
    <div className={classes.waiting} role="status">
      <span className="visually-hidden">{label} …</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never change places
        <span key={line} className={classes.line} style={{ width: `${90 - ((line * 17) % 40)}%` }} />
      ))}
    </div>
  );
}
