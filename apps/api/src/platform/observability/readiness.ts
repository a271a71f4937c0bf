import { Injectable } from '@nestjs/common';
import { withTimeout } from '../promises';

/** Shorter than the timeout of a load balancer's probe. */
const deadlineMs = 800;

/** Fails by resolving to false, rejecting or never settling. */
type Check = () => Promise<unknown>;

interface Condition {
  readonly check: Check;
  /** The result of the check that is running: one that hangs is not started again. */
  answer: Promise<boolean> | undefined;
}

/** The conditions for serving keyed requests. Modules register theirs; a check that hangs counts as failed. */
@Injectable()
export class Readiness {
  private readonly conditions = new Map<string, Condition>();

  /** @param fault what to say when the check fails. */
  require(check: Check, fault: string): void {
    this.conditions.set(fault, { check, answer: undefined });
  }

  /** The conditions that fail now; resolves within a second. */
  async faults(): Promise<string[]> {
    return (await this.look()).flatMap(([fault, holds]) => (holds ? [] : [fault]));
  }

  /** Every condition, by what is said when it fails, and whether it holds. */
  look(): Promise<[fault: string, holds: boolean][]> {
    return Promise.all(
      [...this.conditions].map(
        async ([fault, condition]): Promise<[string, boolean]> => [fault, await holds(condition)],
      ),
    );
  }
}

async function holds(condition: Condition): Promise<boolean> {
  condition.answer ??= Promise.resolve()
    .then(condition.check)
    .then((answer) => answer !== false)
    .finally(() => {
      condition.answer = undefined;
    });
  return withTimeout(condition.answer, deadlineMs).catch(() => false);
}
