import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './table.module.css';

interface TableProps {
  label: string;
  /** Rows that appear light up for a moment. */
  live?: boolean;
  children: ReactNode;
}

/** A table that scrolls sideways where it must, and can then be scrolled with the keyboard. */
export function Table({ label, live = false, children }: TableProps) {
  const region = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <section ref={region} className={classes.region} aria-label={label} {...(scrolls && { tabIndex: 0 })}>
      <table className={classes.table} data-live={live || undefined}>
        {children}
      </table>
    </section>
  );
}
