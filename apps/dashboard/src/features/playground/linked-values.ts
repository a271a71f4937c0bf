import { type RefObject, useEffect } from 'react';

/**
 * Highlights every element with the same `data-path` as the element under the pointer or focus. For a value inside a folded row, it
 * highlights that row.
 */
export function useLinkedValues(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const onEnter = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest('[role="menu"]')) return;
      const shown = target.closest<HTMLElement>('[data-path]');
      light(element, shown?.dataset.path, shown);
    };
    const onLeave = () => light(element, undefined, null);
    const listeners = new AbortController();
    const { signal } = listeners;
    element.addEventListener('pointerover', onEnter, { signal });
    element.addEventListener('focusin', onEnter, { signal });
    element.addEventListener('pointerleave', onLeave, { signal });
    return () => listeners.abort();
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
