export interface PlaygroundSearch {
  operation?: string;
  trail?: string[];
  at?: number;
}

export const maxSteps = 24;

const maxAddressLength = 4_000;

/** Must not import the operation table: every page loads this file. */
export function playgroundSearch({ operation, trail, at }: Record<string, unknown>): PlaygroundSearch {
  const steps = (Array.isArray(trail) ? trail : []).filter(isAddress).slice(0, maxSteps);
  return {
    ...(typeof operation === 'string' && /^[a-z_]+\.[a-z_]+$/.test(operation) && { operation }),
    ...(steps.length > 0 && { trail: steps }),
    ...(Number.isInteger(at) && Number(at) >= 0 && Number(at) < steps.length && { at: Number(at) }),
  };
}

export function isAddress(text: unknown): text is string {
  return typeof text === 'string' && text.length <= maxAddressLength && /^\/(?!\/)/.test(text);
}
