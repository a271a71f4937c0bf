import { Injectable } from '@nestjs/common';
import { inTime } from '../jobs/promises';

/** Shorter than the time after which a load balancer gives its question up. */
const deadlineMs = 800;

/** Gives false, rejects or never settles when it is not so. */
type Check = () => boolean | Promise<unknown>;

interface Condition {
  readonly check: Check;
  /** Of the last question, while it is open: one that hangs is not asked again. */
  answer: Promise<boolean> | undefined;
}

/** What must hold for keyed requests to be answered. Modules say what they know; whatever hangs does not hold. */
@Injectable()
export class Readiness {
  private readonly conditions = new Map<string, Condition>();

  /** @param fault what to say when the check fails. */
  require(check: Check, fault: string): void {
    this.conditions.set(fault, { check, answer: undefined });
  }

  /** What stands in the way now; known within a second. */
  async faults(): Promise<string[]> {
    const faults = await Promise.all(
      [...this.conditions].map(async ([fault, condition]) => ((await holds(condition)) ? [] : [fault])),
    );
    return faults.flat();
  }
}

async function holds(condition: Condition): Promise<boolean> {
  condition.answer ??= Promise.resolve()
    .then(condition.check)
    .then((answer) => answer !== false)
    .finally(() => {
      condition.answer = undefined;
    });
  return inTime(condition.answer, deadlineMs).catch(() => false);
}
