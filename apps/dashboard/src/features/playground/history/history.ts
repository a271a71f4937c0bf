import { maxSteps, type PlaygroundSearch } from './playground-search';
import { readStep, type Step, writeStep } from './step';

export interface CallHistory {
  readonly steps: readonly Step[];
  readonly at: number;
}

/** Without what is no call of the data API. */
export function historyOf({ trail = [], at }: PlaygroundSearch): CallHistory {
  const steps = trail.flatMap((text) => readStep(text) ?? []);
  return { steps, at: Math.min(at ?? Infinity, steps.length - 1) };
}

/** The trail after one more call from the step that is shown: what lay ahead of it is left. */
export function withStep({ steps, at }: CallHistory, next: Step): PlaygroundSearch {
  const here = steps[at];
  const again = here && here.operation.name === next.operation.name && Object.keys(next.sources).length === 0;
  const isNextPage = again && ['cursor', 'min_id', 'max_id'].some((name) => next.values[name] !== here.values[name]);
  const earlier = steps.slice(0, again && !isNextPage ? at : at + 1);
  return { trail: [...earlier, next].slice(-maxSteps).map(writeStep) };
}
