import { type RefObject, useEffect, useRef } from 'react';

const openAfterMs = 350;
const closeAfterMs = 300;

interface Pointed {
  /** Called when the pointer rests on a chip or row that has a reference. */
  onReference: (element: HTMLElement) => void;
  onLeave: () => void;
}

/**
 * Highlights every element with the same `data-path` as the element under the pointer or focus. For a value inside a folded row, it
 * highlights that row. Also reports elements with `data-reference`.
 */
export function useLinkedValues(region: RefObject<HTMLElement | null>, pointed: Pointed): void {
  const latest = useRef(pointed);
  useEffect(() => {
    latest.current = pointed;
  });
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let movedAtMs = 0;
    const onMove = ({ timeStamp }: Event) => {
      movedAtMs = timeStamp;
    };
    const onEnter = ({ target, type, timeStamp }: Event) => {
      if (!(target instanceof Element)) return;
      clearTimeout(timer);
      if (target.closest('[role="menu"]')) return;
      const shown = target.closest<HTMLElement>('[data-path]');
      light(element, shown?.dataset.path, shown);
      const reference = target.closest<HTMLElement>('[data-reference]');
      // Ignores a reference that scrolled under a resting pointer.
      if (reference && type === 'pointerover')
        timer = setTimeout(() => movedAtMs >= timeStamp && latest.current.onReference(reference), openAfterMs);
      else if (type === 'pointerover') timer = setTimeout(() => latest.current.onLeave(), closeAfterMs);
    };
    const onLeave = () => {
      clearTimeout(timer);
      timer = setTimeout(() => latest.current.onLeave(), closeAfterMs);
      light(element, undefined, null);
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    element.addEventListener('pointermove', onMove, { signal });
    element.addEventListener('pointerover', onEnter, { signal });
    element.addEventListener('focusin', onEnter, { signal });
    element.addEventListener('pointerleave', onLeave, { signal });
    return () => {
      clearTimeout(timer);
      listeners.abort();
    };
  }, [region]);
}

function light(region: HTMLElement, path: string | undefined, source: Element | null): void {
  for (const lit of region.querySelectorAll('[data-lit]')) lit.removeAttribute('data-lit');
  if (!path) return;
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const others = [...region.querySelectorAll(`[data-path="${CSS.escape(at)}"]`)].filter((one) => one !== source);
    for (const other of others) {
      other.setAttribute('data-lit', '');
      if (other.getAttribute('role') === 'treeitem') reveal(other as HTMLElement);
    }
    if (others.length > 0) break;
  }
  source?.setAttribute('data-lit', '');
}

function reveal(line: HTMLElement): void {
  const scroller = line.closest<HTMLElement>('[data-scrolls]');
  if (!scroller) return;
  const [own, frame] = [line.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (own.top < frame.top) scroller.scrollTop -= frame.top - own.top;
  else if (own.bottom > frame.bottom) scroller.scrollTop += own.bottom - frame.bottom;
}
