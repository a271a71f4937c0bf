import { Injectable } from '@nestjs/common';
import { withTimeout } from '../promises';

const deadlineMs = 800;

/** A check fails if it resolves to false, rejects or does not settle in time. */
type Check = () => Promise<unknown>;

interface Condition {
  readonly check: Check;
  /** The result of the running check, which is not started again while it hangs. */
  running: Promise<boolean> | undefined;
}

/** The conditions for serving keyed requests. Modules add their conditions. A hanging check counts as failed. */
@Injectable()
export class Readiness {
  private readonly conditions = new Map<string, Condition>();

  /** @param reason what to report when the check fails */
  require(check: Check, reason: string): void {
    this.conditions.set(reason, { check, running: undefined });
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
  condition.running ??= Promise.resolve()
    .then(condition.check)
    .then((answer) => answer !== false)
    .finally(() => {
      condition.running = undefined;
    });
  return withTimeout(condition.running, deadlineMs).catch(() => false);
}
