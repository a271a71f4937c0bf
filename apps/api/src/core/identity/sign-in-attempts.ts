import { Injectable } from '@nestjs/common';
import { Problem } from '../../platform/http/problem';
import { AttemptLimiter } from '../auth/attempt-limiter';
import { addressGroup } from '../auth/client-addresses';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

/**
 * Slows down guessing of passwords and codes, in this process. Delays per address grow long; per account they stop at a
 * minute, because anyone who knows the e-mail address can cause them. Unknown accounts are delayed alike.
 */
@Injectable()
export class SignInAttempts {
  private readonly ofAddress = new AttemptLimiter({
    free: 30,
    firstDelayMs: secondMs,
    maxDelayMs: 15 * minuteMs,
    forgetAfterMs: 60 * minuteMs,
  });
  private readonly ofAccount = new AttemptLimiter({
    free: 5,
    firstDelayMs: secondMs,
    maxDelayMs: minuteMs,
    forgetAfterMs: 60 * minuteMs,
  });
  /** Codes have only six digits; a long delay is safe here, because the caller already knew the password. */
  private readonly ofSecondFactor = new AttemptLimiter({
    free: 5,
    firstDelayMs: 5 * secondMs,
    maxDelayMs: 30 * minuteMs,
    forgetAfterMs: 24 * 60 * minuteMs,
  });

  /** @throws {Problem} `too_many_requests` when the account or the address has to wait. */
  admit(email: string, address: string): void {
    const nowMs = performance.now();
    refuseFor(
      Math.max(this.ofAddress.secondsToWait(addressGroup(address), nowMs), this.ofAccount.secondsToWait(email, nowMs)),
    );
  }

  failed(email: string, address: string): void {
    const nowMs = performance.now();
    this.ofAddress.fail(addressGroup(address), nowMs);
    this.ofAccount.fail(email, nowMs);
  }

  /** The address is not forgiven: its next guess may be at another account. */
  succeeded(email: string): void {
    this.ofAccount.succeed(email);
  }

  /** @throws {Problem} `too_many_requests` when the user has to wait. */
  admitSecondFactor(userId: number): void {
    refuseFor(this.ofSecondFactor.secondsToWait(`${userId}`, performance.now()));
  }

  secondFactorFailed(userId: number): void {
    this.ofSecondFactor.fail(`${userId}`, performance.now());
  }

  secondFactorSucceeded(userId: number): void {
    this.ofSecondFactor.succeed(`${userId}`);
  }
}

function refuseFor(seconds: number): void {
  if (seconds === 0) return;
  throw new Problem('too_many_requests', `Too many failed attempts. Try again in ${seconds} seconds.`, {
    retryAfterSeconds: seconds,
  });
}
