import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Problem, tooManyRequests } from '../../platform/problem';
import { addressGroup } from '../auth/client-ips';
import { type Allowance, SignInThrottlesRepository } from './sign-in-throttles.repository';

const allowance =
  (kind: string, burst: number, everySeconds: number) =>
  (subject: string | number): Allowance => ({ subject: `${kind}:${subject}`, burst, everySeconds });

const ofAddress = allowance('address', 30, 120);
const ofAddressAtAccount = allowance('address-at-account', 5, 300);
/** It takes at least 20 client IPs to exhaust this allowance, and 60 to keep it exhausted and lock out new devices. */
const ofAccount = allowance('account', 100, 5);
const ofDevice = allowance('device', 10, 60);

/** The allowances that each kind of attempt counts against. */
export const allowances = {
  /** Also counts attempts for unknown email addresses. */
  password: (email: string, address: string, device: string | undefined): Allowance[] => {
    if (device !== undefined) return [ofDevice(device)];
    const group = addressGroup(address);
    return [ofAddress(group), ofAddressAtAccount(`${group} ${email}`), ofAccount(email)];
  },
  /** Nobody guesses a signature, so it locks nobody out who types a password at the same client IP, and the reverse. */
  passkey: (address: string): Allowance[] => [allowance('passkey', 30, 120)(addressGroup(address))],
  /** Limits the six-digit codes that somebody with the password can guess. A known device has its own allowance. */
  secondFactor: (userId: number, device: string | undefined): Allowance[] => [
    allowance('second-factor', 5, 600)(device ?? userId),
  ],
  /** For what a signed-in user proves again. */
  confirmation: (userId: number, proof: 'passkey' | 'typed'): Allowance[] => [
    allowance(proof === 'passkey' ? 'passkey-confirmation' : 'confirmation', 5, 60)(userId),
  ],
  /** Wrong passwords and codes of an hour, wherever they were entered, before their user is told. */
  unnoticed: (userId: number): Allowance[] => [allowance('unnoticed', 9, 400)(userId)],
  /**
   * Visits to the provider and challenges of passkeys that anybody can begin: each is a row. A whole company may share a client IP.
   * @param browser its name in a cookie
   */
  begin: (address: string, browser: string): Allowance[] => [
    allowance('begin', 600, 1)(addressGroup(address)),
    allowance('begin-in-browser', 30, 10)(browser),
  ],
  signIn: (userId: number): Allowance[] => [allowance('sign-in', 20, 6)(userId)],
};

/**
 * Slows down guessing. The counts are always in PostgreSQL, so they apply to all processes and survive a restart. Redis
 * would save little, because Argon2 costs far more than the statement.
 */
@Injectable()
export class SignInThrottles {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SignInThrottlesRepository,
  ) {}

  /**
   * Counts an attempt before its outcome is known, so that concurrent guesses cannot exceed the limit.
   * @throws {Problem} `too_many_requests` when an allowance is exhausted; then nothing is counted.
   */
  async take(wanted: readonly Allowance[]): Promise<void> {
    const seconds = await this.repository.secondsToWait(this.dataSource, wanted);
    if (seconds > 0) throw tooMany(seconds);
    const taken = await this.repository.take(this.dataSource, wanted);
    if (taken.length === wanted.length) return;
    await this.refund(taken);
    throw tooMany(1);
  }

  /** Counts an attempt. @returns false when the allowance is exhausted */
  async tryTake(wanted: readonly Allowance[]): Promise<boolean> {
    return (await this.repository.take(this.dataSource, wanted)).length === wanted.length;
  }

  refund(taken: readonly Allowance[]): Promise<void> {
    return this.repository.refund(this.dataSource, taken);
  }

  /** Runs an attempt that counts only if it fails. @param attempt fails with `false` or nothing. @throws {Problem} as {@link take}. */
  async limitFailures<T>(wanted: readonly Allowance[], attempt: () => Promise<T>): Promise<T> {
    await this.take(wanted);
    let failed = false;
    try {
      const result = await attempt();
      failed = !result;
      return result;
    } finally {
      if (!failed) await this.refund(wanted);
    }
  }

  forget(): Promise<void> {
    return this.repository.deleteWhole(this.dataSource);
  }
}

function tooMany(seconds: number): Problem {
  const wait = seconds === 1 ? 'a second' : `${seconds} seconds`;
  const detail = `Too many attempts. Try again in ${wait}.`;
  return tooManyRequests('rate', detail, seconds);
}
