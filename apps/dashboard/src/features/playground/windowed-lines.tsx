import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type ReactNode, type Ref, useLayoutEffect, useState } from 'react';

export interface MeasuredLine {
  ref: Ref<HTMLDivElement>;
  'data-index': number;
}

interface WindowedLinesProps {
  tree: HTMLDivElement;
  paths: readonly string[];
  line: (place: number, measured: MeasuredLine) => ReactNode;
  focused: string;
}

const usualHeightPx = 22;

export function WindowedLines({ tree, paths, line, focused }: WindowedLinesProps) {
  const [topPx, setTopPx] = useState(0);
  const place = paths.indexOf(focused);
  const scroller = tree.closest<HTMLElement>('[data-scrolls]');
  useLayoutEffect(() => {
    if (scroller)
      setTopPx(
        Math.round(tree.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop),
      );
  });
  const windowed = useVirtualizer({
    count: paths.length,
    getScrollElement: () => scroller,
    estimateSize: () => usualHeightPx,
    getItemKey: (index) => paths[index] ?? index,
    overscan: 30,
    scrollMargin: topPx,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.max(0, place)])].sort((a, b) => a - b),
  });
  let endPx = topPx;
  const lines = windowed.getVirtualItems().map(({ index, start, end }) => {
    const gapPx = start - endPx;
    endPx = end;
    // The key lets the focused line keep its element, and so the focus, when other lines appear beside it.
    return (
      <Fragment key={paths[index]}>
        {gapPx > 0 && <Spacer heightPx={gapPx} />}
        {line(index, { ref: windowed.measureElement, 'data-index': index })}
      </Fragment>
    );
  });
  return (
    <>
      {lines}
      <Spacer heightPx={windowed.getTotalSize() - (endPx - topPx)} />
    </>
  );
}

function Spacer({ heightPx }: { heightPx: number }) {
  return <div role="none" style={{ height: heightPx }} />;
}
