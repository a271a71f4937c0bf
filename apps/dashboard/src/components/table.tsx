import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './table.module.css';

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Aligned right, so figures can be compared. */
  number?: boolean;
  /** Position in the first line of a narrow row; the other cells go below, smaller. */
  narrow?: 'lead' | 'end';
}

interface RowAttributes {
  id?: string;
  'data-kind'?: string;
  'data-marked'?: true | undefined;
}

interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** Attributes of a row beside its cells. */
  attributesOf?: (row: Row) => RowAttributes;
  /** The whole row is the link that its first cell holds. */
  linked?: boolean;
  live?: boolean;
}

/** Every table of the page. Where there is no room for columns a row becomes two lines; what is still too wide scrolls. */
export function Table<Row>({
  label,
  columns,
  rows,
  idOf,
  attributesOf,
  linked = false,
  live = false,
}: TableProps<Row>) {
  const { region, scrolls } = useScrolls();
  // Only what arrives while the table is watched stands out, not what it began with.
  const [first] = useState(() => new Set(rows.map(idOf)));
  const known = rows.findIndex((row) => first.has(idOf(row)));
  return (
    <section ref={region} className={classes.region} aria-label={label} {...(scrolls && { tabIndex: 0 })}>
      <table className={classes.table} data-linked={linked || undefined}>
        <thead>
          <tr>
            {columns.map(({ title, number }) => (
              <th key={title} scope="col" data-number={number}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={idOf(row)} {...attributesOf?.(row)} data-arrived={(live && index < known) || undefined}>
              {columns.map(({ title, cell, number, narrow }) => (
                <td key={title} data-number={number} data-narrow={narrow}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A region that scrolls can be reached with the keyboard. */
function useScrolls() {
  const region = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { region, scrolls };
}
