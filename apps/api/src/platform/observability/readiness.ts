import { Injectable } from '@nestjs/common';
import { withTimeout } from '../promises';

const deadlineMs = 800;

/** Fails by resolving to false, rejecting or never settling. */
type Check = () => Promise<unknown>;

interface Condition {
  readonly check: Check;
  /** The result of a running check. A hanging one is not started again. */
  answer: Promise<boolean> | undefined;
}

/** The conditions for serving keyed requests. Modules add theirs. A hanging check counts as failed. */
@Injectable()
export class Readiness {
  private readonly conditions = new Map<string, Condition>();

  /** @param fault what to report when the check fails */
  require(check: Check, fault: string): void {
    this.conditions.set(fault, { check, answer: undefined });
  }

  /** The failing conditions; resolves within a second. */
  async faults(): Promise<string[]> {
    return (await this.look()).flatMap(([fault, holds]) => (holds ? [] : [fault]));
  }

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
