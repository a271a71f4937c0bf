import { maxSteps, type PlaygroundSearch } from './playground-search';
import { pathOf, readStep, type Step } from './step';

export interface CallHistory {
  readonly steps: readonly Step[];
  readonly at: number;
}

export function historyOf({ trail = [], at }: PlaygroundSearch): CallHistory {
  const steps = trail.flatMap((text) => readStep(text) ?? []);
  return { steps, at: Math.min(at ?? Infinity, steps.length - 1) };
}

/** Adds a call after the selected step, or replaces that step with `isAgain`. Drops all later steps. */
export function withStep({ steps, at }: CallHistory, next: Step, isAgain: boolean): PlaygroundSearch {
  const earlier = steps.slice(0, isAgain ? at : at + 1);
  return { trail: [...earlier, next].slice(-maxSteps).map(pathOf) };
}
