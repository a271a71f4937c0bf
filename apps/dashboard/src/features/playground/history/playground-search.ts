export interface PlaygroundSearch {
  /** The operation that is filled in, where it is not the step's. */
  operation?: string;
  /** The calls of the trail, each as `writeStep` writes it. */
  trail?: string[];
  /** The step that is shown; the last one where it is not given. */
  at?: number;
}

/** Longer trails forget how they began. */
export const maxSteps = 24;

const maxAddressLength = 4_000;

/** Asks no operation: every page loads this, and only the playground the table of them. */
export function playgroundSearch({ operation, trail, at }: Record<string, unknown>): PlaygroundSearch {
  const steps = (Array.isArray(trail) ? trail : []).filter(isAddress).slice(0, maxSteps);
  return {
    ...(typeof operation === 'string' && /^[a-z_]+\.[a-z_]+$/.test(operation) && { operation }),
    ...(steps.length > 0 && { trail: steps }),
    ...(Number.isInteger(at) && Number(at) >= 0 && Number(at) < steps.length && { at: Number(at) }),
  };
}

/** Whether it may be the address of a call below the service's own. */
export function isAddress(text: unknown): text is string {
  return typeof text === 'string' && text.length <= maxAddressLength && /^\/(?!\/)/.test(text);
}
