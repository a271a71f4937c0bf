import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';

const FloatingHint = lazy(async () => ({ default: (await import('./floating-hint')).FloatingHint }));

interface Hinted<Target extends HTMLElement> {
  /** For the element that has the hint. */
  on: {
    ref: RefObject<Target | null>;
    onPointerEnter: () => void;
    onPointerLeave: () => void;
    onFocus: () => void;
    onBlur: () => void;
  };
  /** To be put beside it. */
  hint: ReactNode;
}

/** A tooltip for an element, under the pointer and where the keyboard stops. Its code is loaded when one first opens. */
export function useHint<Target extends HTMLElement>(text: string): Hinted<Target> {
  const target = useRef<Target>(null);
  const [opened, setOpened] = useState<boolean>();
  const open = () => setOpened(true);
  const close = () => setOpened(false);
  return {
    on: { ref: target, onPointerEnter: open, onPointerLeave: close, onFocus: open, onBlur: close },
    hint: opened !== undefined && (
      <Suspense>
        <FloatingHint target={target} opened={opened} text={text} />
      </Suspense>
    ),
  };
}

/** What a short text leaves out. */
export function Hint({
  text,
  className,
  children,
}: {
  text: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { on, hint } = useHint<HTMLSpanElement>(text);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what it says is there for a keyboard, too */}
      <span {...on} tabIndex={0} aria-description={text} className={className}>
        {children}
      </span>
      {hint}
    </>
  );
}
