import { type ReactNode, Suspense, useEffect, useState } from 'react';

/** False until the page has been painted: for what is seen or needed later, and must not delay it. */
export function useAfterPaint(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return painted;
}

/** What is not missed in the first moment, and whose code may come later. */
export function AfterPaint({ placeholder, children }: { placeholder?: ReactNode; children: ReactNode }) {
  return useAfterPaint() ? <Suspense fallback={placeholder}>{children}</Suspense> : placeholder;
}
