import { maxSteps, type PlaygroundSearch } from './playground-search';
import { readStep, type Step, writeStep } from './step';

export interface CallHistory {
  readonly steps: readonly Step[];
  readonly at: number;
}

export function historyOf({ trail = [], at }: PlaygroundSearch): CallHistory {
  const steps = trail.flatMap((text) => readStep(text) ?? []);
  return { steps, at: Math.min(at ?? Infinity, steps.length - 1) };
}

/** Adds a call after the selected step, or replaces that step if its form was sent again. Drops all later steps. */
export function withStep({ steps, at }: CallHistory, next: Step): PlaygroundSearch {
  const here = steps[at];
  const again = here && here.operation.name === next.operation.name && Object.keys(next.sources).length === 0;
  const isNextPage = again && ['cursor', 'min_id', 'max_id'].some((name) => next.values[name] !== here.values[name]);
  const earlier = steps.slice(0, again && !isNextPage ? at : at + 1);
  return { trail: [...earlier, next].slice(-maxSteps).map(writeStep) };
}
