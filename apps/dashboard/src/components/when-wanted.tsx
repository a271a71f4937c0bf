import { type ReactNode, Suspense, useState } from 'react';

/** Renders its content from the first moment it is wanted; content that is loaded when it is rendered is loaded then. */
export function WhenWanted({ wanted, children }: { wanted: boolean; children: ReactNode }) {
  const [everWanted, setEverWanted] = useState(wanted);
  if (wanted && !everWanted) setEverWanted(true);
  return everWanted ? <Suspense fallback={null}>{children}</Suspense> : null;
}
