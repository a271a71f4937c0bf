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
/** It takes more than 20 addresses to use this up at once, and 60 to keep it used up; fewer lock no new device out. */
const ofAccount = allowance('account', 100, 5);
const ofDevice = allowance('device', 10, 60);

/** The allowances that an attempt is counted against. Each kind of step has its own. */
export const allowances = {
  /** Unknown accounts are counted alike. */
  password: (email: string, address: string, device: string | undefined): Allowance[] => {
    if (device !== undefined) return [ofDevice(device)];
    const group = addressGroup(address);
    return [ofAddress(group), ofAddressAtAccount(`${group} ${email}`), ofAccount(email)];
  },
  /** Codes have only six digits. Without the password nobody gets to use this up, and a known device has its own. */
  secondFactor: (userId: number, device: string | undefined): Allowance[] => [
    allowance('second-factor', 5, 600)(device ?? userId),
  ],
  /** For passwords and codes that somebody who is signed in types again. */
  confirmation: (userId: number): Allowance[] => [allowance('confirmation', 5, 60)(userId)],
  signIn: (userId: number): Allowance[] => [allowance('sign-in', 20, 6)(userId)],
};

/**
 * Slows down guessing. The counts are in PostgreSQL, with or without Redis: there they hold for every process and survive
 * a restart, and an attempt costs a thousand times more in Argon2.
 */
@Injectable()
export class SignInThrottles {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SignInThrottlesRepository,
  ) {}

  /**
   * Counts an attempt before it is judged, so that guesses sent at one moment do not all slip through.
   * @throws {Problem} `too_many_requests` when an allowance is used up; then nothing is counted.
   */
  async take(wanted: readonly Allowance[]): Promise<void> {
    const seconds = await this.repository.secondsToWait(this.dataSource, wanted);
    if (seconds > 0) throw tooMany(seconds);
    const taken = await this.repository.take(this.dataSource, wanted);
    if (taken.length === wanted.length) return;
    await this.giveBack(taken);
    throw tooMany(1);
  }

  giveBack(taken: readonly Allowance[]): Promise<void> {
    return this.repository.giveBack(this.dataSource, taken);
  }

  /** Judges an attempt that counts only when it fails. @throws {Problem} as {@link take}. */
  async judge(wanted: readonly Allowance[], attempt: () => Promise<boolean>): Promise<boolean> {
    await this.take(wanted);
    let failed = false;
    try {
      failed = !(await attempt());
      return !failed;
    } finally {
      if (!failed) await this.giveBack(wanted);
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
