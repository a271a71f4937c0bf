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

  /** @param reason what to report when the check fails */
  require(check: Check, reason: string): void {
    this.conditions.set(reason, { check, answer: undefined });
  }

  /** The failing conditions; resolves within a second. */
  async failures(): Promise<string[]> {
    return (await this.checkAll()).flatMap(([reason, holds]) => (holds ? [] : [reason]));
  }

  checkAll(): Promise<[reason: string, holds: boolean][]> {
    return Promise.all(
      [...this.conditions].map(
        async ([reason, condition]): Promise<[string, boolean]> => [reason, await holds(condition)],
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
