import { randomBytes } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import type { StoredSecrets } from '../../platform/secrets/stored-secrets';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes';
import { SecondFactorsRepository } from './second-factors.repository';
import { matchingTotpStep } from './totp';
import type { SealedSecondFactor } from './user';

/** As long as the output of SHA-1, as RFC 4226 recommends. */
const secretBytes = 20;

/** Authenticators: their secrets, which are sealed in the database, and their codes. */
export class SecondFactors {
  constructor(
    private readonly dataSource: DataSource,
    private readonly secrets: StoredSecrets,
  ) {}

  /** @throws {Problem} `conflict` where secrets cannot be kept. */
  newSecret(userId: number): { secret: Buffer; sealedSecret: string } {
    const secret = randomBytes(secretBytes);
    return { secret, sealedSecret: this.secrets.seal(secret.toString('base64'), sealedFor(userId)) };
  }

  /** The step of a code that is typed to confirm an authenticator; undefined when it does not fit. */
  stepOf(userId: number, { sealedSecret, lastStep }: SealedSecondFactor, code: string): number | undefined {
    const opened = this.secrets.open(sealedSecret, sealedFor(userId));
    if (opened === undefined) return undefined;
    return matchingTotpStep(Buffer.from(opened, 'base64'), digitsOf(code), Date.now(), lastStep);
  }

  /** Uses up a code of the authenticator or a recovery code; false when it is neither, or was used before. */
  async take(userId: number, factor: SealedSecondFactor, code: string): Promise<boolean> {
    const factors = new SecondFactorsRepository(this.dataSource.manager);
    if (!/^\d{6}$/.test(digitsOf(code))) return factors.takeRecoveryCode(userId, recoveryCodeHash(code));
    const step = this.stepOf(userId, factor, code);
    return step !== undefined && factors.takeStep(userId, step);
  }

  /** New recovery codes in the caller's transaction; the old ones stop working. */
  async renewRecoveryCodes(db: EntityManager, userId: number): Promise<string[]> {
    const codes = newRecoveryCodes();
    await new SecondFactorsRepository(db).replaceRecoveryCodes(userId, codes.map(recoveryCodeHash));
    return codes;
  }
}

/** A secret copied to another user's row opens nothing. */
function sealedFor(userId: number): string {
  return `second factor of user ${userId}`;
}

/** Authenticators show `123 456`. */
function digitsOf(code: string): string {
  return code.replace(/\s/g, '');
}
