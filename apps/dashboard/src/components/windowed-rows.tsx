import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react';

interface WindowedRowsProps {
  /** Identities of all rows. */
  ids: readonly string[];
  /** A row, which is measured by its ref and known by its place. */
  row: (place: number, measured: MeasuredRow) => ReactNode;
}

export interface MeasuredRow {
  ref: Ref<HTMLTableRowElement>;
  'data-index': number;
  'aria-rowindex': number;
}

const usualHeightPx = 45;

/** The rows of a long table that can be seen, some before and after them, and room for the others. */
export function WindowedRows({ ids, row }: WindowedRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [topPx, setTopPx] = useState(0);
  // What stands above may have another height after any rendering.
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
        <Room heightPx={abovePx} />
      </tbody>
      <tbody>
        {shown.map(({ index }) =>
          row(index, { ref: windowed.measureElement, 'data-index': index, 'aria-rowindex': index + 2 }),
        )}
      </tbody>
      <tbody aria-hidden="true">
        <Room heightPx={belowPx} />
      </tbody>
    </>
  );
}

function Room({ heightPx }: { heightPx: number }) {
  return (
    <tr style={{ padding: 0, border: 0 }}>
      <td style={{ height: heightPx, padding: 0 }} />
    </tr>
  );
}
