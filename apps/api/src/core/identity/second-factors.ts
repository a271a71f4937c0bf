import { createHash, randomBytes, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { clock } from '../../platform/clock';
import { StoredSecrets } from '../../platform/secrets/stored-secrets';
import { SecondFactorsRepository } from './second-factors.repository';
import { matchingTotpStep } from './totp';
import type { EncryptedSecondFactor } from './user';

/** As long as the output of SHA-1, as RFC 4226 recommends. */
const secretBytes = 20;

/** Without letters and digits that look alike. */
const recoveryAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/** Creates authenticator secrets, which are stored encrypted, and checks authenticator and recovery codes. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly dataSource: DataSource,
    private readonly secrets: StoredSecrets,
    private readonly repository: SecondFactorsRepository,
  ) {}

  /** @throws {Problem} `conflict` when no key to encrypt secrets is configured. */
  newSecret(userId: number): { secret: Buffer; encryptedSecret: string } {
    const secret = randomBytes(secretBytes);
    return { secret, encryptedSecret: this.secrets.encrypt(secret.toString('base64'), encryptedFor(userId)) };
  }

  /** The time step of an authenticator code; undefined when the code is wrong or used, or the secret is unreadable. */
  stepOf(userId: number, { encryptedSecret, lastStep }: EncryptedSecondFactor, code: string): number | undefined {
    const opened = this.secrets.decrypt(encryptedSecret, encryptedFor(userId));
    if (opened === undefined) return undefined;
    return matchingTotpStep(Buffer.from(opened, 'base64'), digitsOf(code), clock.wallMs(), lastStep);
  }

  /** Consumes an authenticator or recovery code. @returns false when the code is wrong or was already used. */
  async take(userId: number, factor: EncryptedSecondFactor, code: string): Promise<boolean> {
    const db = this.dataSource;
    if (!/^\d{6}$/.test(digitsOf(code))) return this.repository.takeRecoveryCode(db, userId, recoveryCodeHash(code));
    const step = this.stepOf(userId, factor, code);
    return step !== undefined && this.repository.takeStep(db, userId, step);
  }

  /** Creates recovery codes in the caller's transaction; the old codes stop working. */
  async renewRecoveryCodes(db: EntityManager, userId: number): Promise<string[]> {
    const codes = Array.from({ length: 10 }, newRecoveryCode);
    await this.repository.replaceRecoveryCodes(db, userId, codes.map(recoveryCodeHash));
    return codes;
  }
}

/** Binds a secret to its user: a secret that is copied to another user's row cannot be decrypted. */
function encryptedFor(userId: number): string {
  return `second factor of user ${userId}`;
}

/** Authenticators show `123 456`. */
function digitsOf(code: string): string {
  return code.replace(/\s/g, '');
}

/** A code such as `k3n8w-7tq2m`, with 49 bits of entropy. */
function newRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** Ignores case, spaces and hyphens. */
function recoveryCodeHash(code: string): Buffer {
  return createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest();
}
