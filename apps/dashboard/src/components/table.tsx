import { ChevronDownIcon, ChevronUpDownIcon, ChevronUpIcon } from '@heroicons/react/24/outline';
import { Box, UnstyledButton } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './table.module.css';

/** A table with more rows is virtualised. */
const maxAtOnce = 200;

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  number?: boolean;
  /** Position in the first line of a narrow row; the other cells go below. */
  narrow?: 'lead' | 'end';
  /** A narrow row shows the column's title before the cell. */
  labelled?: boolean;
  /** The order that a press on the head asks for. */
  sort?: string;
  /** Whether that order begins with the least. */
  ascending?: boolean;
}

interface Sorting {
  by: string | undefined;
  /** Called without an order to return to the usual one. */
  onSort: (by: string | undefined) => void;
}

interface RowAttributes {
  id?: string;
  'data-marked'?: true | undefined;
  'aria-current'?: true | undefined;
}

interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
  attributesOf?: (row: Row) => RowAttributes;
  linked?: boolean;
  live?: boolean;
  sorting?: Sorting;
}

/**
 * On narrow screens a row becomes two lines. A table that is still too wide scrolls. The cells are plain elements, because a component
 * for each makes a long table slow.
 */
export function Table<Row>({
  label,
  columns,
  rows,
  idOf,
  attributesOf,
  linked = false,
  live = false,
  sorting,
}: TableProps<Row>) {
  const { region, scrolls } = useScrolls();
  // Highlights only the rows that arrive later.
  const [first] = useState(() => new Set(rows.map(idOf)));
  const known = rows.findIndex((row) => first.has(idOf(row)));
  const rowAt = (row: Row, index: number, measured?: MeasuredRow) => (
    <tr key={idOf(row)} {...measured} {...attributesOf?.(row)} data-arrived={(live && index < known) || undefined}>
      {columns.map(({ title, cell, number, narrow, labelled }) => (
        <td key={title} data-number={number} data-narrow={narrow} data-title={labelled ? title : undefined}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
  const isLong = rows.length > maxAtOnce;
  return (
    <Box component="section" ref={region} className={classes.region} aria-label={label} {...(scrolls && focusable)}>
      <table
        className={classes.table}
        data-linked={linked || undefined}
        {...(isLong && { 'aria-rowcount': rows.length + 1 })}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.title} {...column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        {isLong ? (
          <WindowedRows ids={rows.map(idOf)} row={(place, measured) => rowAt(rows[place] as Row, place, measured)} />
        ) : (
          <tbody>{rows.map((row, place) => rowAt(row, place))}</tbody>
        )}
      </table>
    </Box>
  );
}

const focusable = { tabIndex: 0 };

type HeadProps = Pick<Column<never>, 'title' | 'number' | 'sort' | 'ascending'> & { sorting: Sorting | undefined };

function Head({ title, number, sort, ascending = false, sorting }: HeadProps) {
  const isSorted = sort !== undefined && sort === sorting?.by;
  const Arrow = ascending ? ChevronUpIcon : ChevronDownIcon;
  return (
    <th scope="col" data-number={number} {...(isSorted && { 'aria-sort': ascending ? 'ascending' : 'descending' })}>
      {sort && sorting ? (
        <UnstyledButton className={classes.sort} onClick={() => sorting.onSort(isSorted ? undefined : sort)}>
          {title}
          {isSorted ? <Arrow width={12} /> : <ChevronUpDownIcon width={12} />}
        </UnstyledButton>
      ) : (
        title
      )}
    </th>
  );
}

/** A scrolling region must be focusable for keyboard users. */
export function useScrolls() {
  const region = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setScrolls(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { region, scrolls };
}

interface WindowedRowsProps {
  ids: readonly string[];
  row: (place: number, measured: MeasuredRow) => ReactNode;
}

interface MeasuredRow {
  ref: Ref<HTMLTableRowElement>;
  'data-index': number;
  'aria-rowindex': number;
}

const usualHeightPx = 45;

function WindowedRows({ ids, row }: WindowedRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [topPx, setTopPx] = useState(0);
  // The content above may have changed its height.
  useLayoutEffect(() => {
    if (body.current) setTopPx(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
  });
  const windowed = useWindowVirtualizer({
    count: ids.length,
    estimateSize: () => usualHeightPx,
    getItemKey: (place) => ids[place] ?? place,
    overscan: 20,
    scrollMargin: topPx,
  });
  const shown = windowed.getVirtualItems();
  const abovePx = (shown[0]?.start ?? topPx) - topPx;
  const belowPx = windowed.getTotalSize() - ((shown.at(-1)?.end ?? topPx) - topPx);
  return (
    <>
      <tbody ref={body} aria-hidden="true">
        <Spacer heightPx={abovePx} />
      </tbody>
      <tbody>
        {shown.map(({ index }) =>
          row(index, { ref: windowed.measureElement, 'data-index': index, 'aria-rowindex': index + 2 }),
        )}
      </tbody>
      <tbody aria-hidden="true">
        <Spacer heightPx={belowPx} />
      </tbody>
    </>
  );
}

function Spacer({ heightPx }: { heightPx: number }) {
  return (
    <tr style={{ padding: 0, border: 0 }}>
      <td style={{ height: heightPx, padding: 0 }} />
    </tr>
  );
}
