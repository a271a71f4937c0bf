import { Inject, Injectable } from '@nestjs/common';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { DataSource, type EntityManager } from 'typeorm';
import { type Actor, recordAudit } from '../../../platform/audit/audit-log.repository';
import { ENV, type Env } from '../../../platform/config/env';
import type { Db, EntityDb } from '../../../platform/database/db';
import { isUnavailable } from '../../../platform/database/failures';
import { noSuch, Problem, parameterProblem } from '../../../platform/problem';
import { type RelyingParty, relyingPartyOf } from '../relying-party';
import { SecurityNotifications } from '../security-notifications';
import { SignInAttemptsRepository } from '../sign-in-attempts.repository';
import { SignInMethodsRepository } from '../sign-in-methods.repository';
import { type Credentials, type User, userTarget } from '../user';
import { UsersRepository } from '../users.repository';
import { type NewPasskey, type Passkey, PasskeysRepository } from './passkeys.repository';

/** What a challenge is for, and whose it is: a session's or, before the sign-in, a browser's. It works for nothing else. */
export type ChallengeUse = `passkey ${'register' | 'confirm'} session ${number}` | `passkey sign_in browser ${string}`;

/** A signed-in user, and the session that a challenge belongs to. */
type Owner = User & { readonly sessionId: number; readonly address: string };

/** A passkey that a browser has made, without its name. */
type CheckedPasskey = Omit<NewPasskey, 'userId' | 'name' | 'userAgent'> & { readonly challenge: string };

const maxPasskeys = 10;
const challengeSeconds = 300;
const timeout = challengeSeconds * 1_000;

/** EdDSA, ES256, RS256. Signatures of other algorithms may be larger than a visitor's body may be. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Loaded when first used, because it is large. */
const webauthn = () => import('@simplewebauthn/server');

/**
 * Public keys with which users sign in. A use of one proves possession and, because the authenticator has verified its user by PIN or
 * biometrics, counts as both factors.
 */
@Injectable()
export class Passkeys {
  private readonly party: RelyingParty | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: PasskeysRepository,
    private readonly attempts: SignInAttemptsRepository,
    private readonly methods: SignInMethodsRepository,
    private readonly users: UsersRepository,
    private readonly notifications: SecurityNotifications,
    @Inject(ENV) env: Pick<Env, 'PUBLIC_URL' | 'PORT'>,
  ) {
    this.party = relyingPartyOf(env);
  }

  /** Oldest first. */
  list(userId: number, db: Db = this.dataSource): Promise<Passkey[]> {
    return this.repository.list(db, userId);
  }

  /** Whether the user can sign in with a passkey, or with a certain one. */
  async isUsable(db: Db, userId: number, id?: number): Promise<boolean> {
    return this.party !== undefined && this.repository.hasUsable(db, userId, this.party.id, id);
  }

  /** What a browser needs to make a passkey. @throws {Problem} `conflict` if the user has ten, or PUBLIC_URL allows none */
  async registrationOptions(user: Owner): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { id: rpID } = this.requireParty();
    const existing = await this.list(user.id);
    if (existing.length >= maxPasskeys) throw tooMany();
    return (await webauthn()).generateRegistrationOptions({
      rpName: 'Loupe',
      rpID,
      userID: handleOf(user.id),
      userName: user.email,
      challenge: await this.challenge(ofRegistration(user)),
      timeout,
      excludeCredentials: existing.map(descriptorOf),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs,
    });
  }

  /**
   * Checks what a browser has made of the options. A wrong answer uses up their challenge; of a right one, {@link add} does.
   * @throws {Problem} `unprocessable_entity` if it is no answer to the options
   */
  async check(user: Owner, credential: RegistrationResponseJSON): Promise<CheckedPasskey> {
    const { id: host, origin: expectedOrigin } = this.requireParty();
    const { verifyRegistrationResponse } = await webauthn();
    let challenge = '';
    const made = await requireNoCertificate(credential)
      .then(() =>
        verifyRegistrationResponse({
          response: credential,
          expectedChallenge: (one) => {
            challenge = one;
            return this.attempts.find(this.dataSource, ofRegistration(user), one).then(Boolean);
          },
          expectedOrigin,
          expectedRPID: host,
          supportedAlgorithmIDs,
        }),
      )
      .catch(asRefusal);
    if (!made?.verified) {
      await this.attempts.take(this.dataSource, ofRegistration(user), challenge);
      throw notRegistered();
    }
    const { credential: key, credentialBackedUp: isSynced } = made.registrationInfo;
    const [credentialId, publicKey] = [Buffer.from(key.id, 'base64url'), Buffer.from(key.publicKey)];
    const stored = {
      host,
      credentialId,
      publicKey,
      counter: key.counter,
      transports: transportsOf(credential),
      isSynced,
    };
    return { ...stored, challenge };
  }

  /**
   * Stores a checked passkey in the caller's transaction, which has locked the user.
   * @throws {Problem} `conflict` for an eleventh, or one that is stored already; `unprocessable_entity` if the challenge was used
   */
  async add(
    db: EntityManager,
    user: Owner,
    { challenge, ...made }: CheckedPasskey & Pick<Passkey, 'name' | 'userAgent'>,
  ): Promise<Passkey> {
    if (!(await this.attempts.take(db, ofRegistration(user), challenge))) throw notRegistered();
    const passkey = await this.repository.insert(db, { ...made, userId: user.id }, maxPasskeys);
    if (!passkey) throw (await this.list(user.id, db)).length < maxPasskeys ? alreadyStored() : tooMany();
    await this.record(db, user, actorOf(user), 'user.add_passkey', made.name);
    return passkey;
  }

  /**
   * What a browser needs to use a passkey. @param userId whose; without it, the browser offers those that it has
   * @throws {Problem} `conflict` if PUBLIC_URL allows no passkeys
   */
  async assertionOptions(use: ChallengeUse, userId?: number): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { id: rpID } = this.requireParty();
    const allowCredentials = userId === undefined ? [] : (await this.list(userId)).map(descriptorOf);
    const challenge = await this.challenge(use);
    const { generateAuthenticationOptions } = await webauthn();
    return generateAuthenticationOptions({ rpID, challenge, timeout, allowCredentials, userVerification: 'required' });
  }

  /**
   * Verifies that a passkey has signed a challenge, and that its authenticator has verified the user. A counter that has not grown is
   * refused and told, because two devices may have the same key.
   * @param userId whose passkey it must be, if that is known. @returns undefined if it is no such use, or its user is disabled
   */
  async verify(
    response: AuthenticationResponseJSON,
    use: ChallengeUse,
    address: string,
    userId?: number,
  ): Promise<{ user: Credentials; passkey: Passkey } | undefined> {
    const { id: expectedRPID, origin: expectedOrigin } = this.requireParty();
    const passkey = await this.repository.findUsable(this.dataSource, Buffer.from(`${response.id}`, 'base64url'));
    if (!passkey || (userId ?? passkey.userId) !== passkey.userId) return undefined;
    const { verifyAuthenticationResponse } = await webauthn();
    const signed = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => this.attempts.take(this.dataSource, use, challenge).then(Boolean),
      expectedOrigin,
      expectedRPID,
      // The statement below compares the counters, because concurrent requests may carry the same one.
      credential: { id: response.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    }).catch(asRefusal);
    if (!signed?.verified) return undefined;
    // An authenticator may leave out whose passkey it is where it was told which ones to use.
    const { userHandle = userId === undefined ? undefined : ofUser(userId) } = response.response;
    if (userHandle !== ofUser(passkey.userId)) return undefined;
    const user = (await this.users.find(this.dataSource, passkey.userId))!;
    const { newCounter, credentialBackedUp } = signed.authenticationInfo;
    if (await this.repository.recordUse(this.dataSource, passkey.id, newCounter, credentialBackedUp))
      return { user, passkey };
    const actor = { userId: null, label: user.email, address };
    await this.record(this.dataSource, user, actor, 'user.refuse_passkey', passkey.name);
    this.notifications.passkey(user.email, passkey.name, 'refused');
    return undefined;
  }

  /**
   * Removes a passkey in the caller's transaction, which has locked the user. @returns its name
   * @throws {Problem} `not_found` unless the user has it; `conflict` if no permitted sign-in would remain
   */
  async remove(db: EntityManager, user: Owner, id: number): Promise<string> {
    const name = await this.repository.delete(db, user.id, id);
    if (name === undefined) throw noSuch('passkey');
    await this.methods.requireOne(db, user.id);
    await this.record(db, user, actorOf(user), 'user.remove_passkey', name);
    return name;
  }

  private async challenge(use: ChallengeUse): Promise<Uint8Array<ArrayBuffer>> {
    const token = await this.attempts.begin(this.dataSource, use, {}, challengeSeconds);
    return new Uint8Array(Buffer.from(token, 'base64url'));
  }

  private requireParty(): RelyingParty {
    if (this.party) return this.party;
    throw new Problem('conflict', 'Passkeys need a PUBLIC_URL that begins with https:// and a host name.');
  }

  private record(db: EntityDb, user: User, actor: Actor, action: string, name: string): Promise<void> {
    return recordAudit(db, { actor, action, ...userTarget(user), detail: { name } });
  }
}

const actorOf = ({ id, email, address }: Owner): Actor => ({ userId: id, label: email, address });

const ofRegistration = ({ sessionId }: Owner): ChallengeUse => `passkey register session ${sessionId}`;

/** How an authenticator names the user. Other sites and devices may read it, so it is not the address. */
const handleOf = (userId: number) => Buffer.from(`user ${userId}`);
const ofUser = (userId: number) => handleOf(userId).toString('base64url');

/** Errors of the library mean that the response is wrong. Those of the database say nothing about it. */
function asRefusal(error: unknown): undefined {
  if (isUnavailable(error)) throw error;
}

function descriptorOf({ credentialId, transports }: Passkey) {
  return { id: credentialId.toString('base64url'), transports };
}

const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

const transportsOf = ({ response: { transports } }: RegistrationResponseJSON) =>
  knownTransports.filter((known) => Array.isArray(transports) && transports.includes(known));

/**
 * Loupe asks for no attestation, so browsers send none, or one without certificates. A certificate is refused unread, because the
 * library would fetch the revocation lists that it names, from whatever address.
 */
async function requireNoCertificate({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = attestation.get('fmt');
  if (format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)) return;
  throw new Error(`attestation of the format ${format}`);
}

const notRegistered = () =>
  parameterProblem(
    'body',
    'credential',
    'is no new passkey with PIN or biometrics for this site, or its five minutes are over: start again',
  );
const alreadyStored = () => new Problem('conflict', 'This passkey is stored already.');
const tooMany = () => new Problem('conflict', `A user can have at most ${maxPasskeys} passkeys. Remove one first.`);
