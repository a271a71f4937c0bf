import { type ReactNode, Suspense, useEffect, useState } from 'react';

let somethingWasPainted = false;

/** False until the page has been painted: for what is seen or needed later, and must not delay it. */
export function useAfterPaint(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        somethingWasPainted = true;
        setPainted(true);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return painted;
}

/** What is not missed in the first moment of the application, and whose code may come later. */
export function AfterPaint({ placeholder, children }: { placeholder?: ReactNode; children: ReactNode }) {
  const painted = useAfterPaint();
  // Going back to a page must find all of it there, or the place that was scrolled to is not.
  return painted || somethingWasPainted ? <Suspense fallback={placeholder}>{children}</Suspense> : placeholder;
}
