import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { OpenIdFailure } from '../../core/identity/openid/openid-failure';
import { type LinkedBy, OpenIdPeople } from '../../core/identity/openid/openid-people';
import type { Person } from '../../core/identity/openid/openid-provider';
import type { Identity } from '../../core/identity/openid/user-identities.repository';
import { invalidLink, PasswordLinks } from '../../core/identity/password-links';
import { secretTokenHash } from '../../core/identity/secret-token';
import { Sessions } from '../../core/identity/sessions';
import { SignIn } from '../../core/identity/sign-in';
import { SignInAttemptsRepository } from '../../core/identity/sign-in-attempts.repository';
import type { Credentials, User } from '../../core/identity/user';
import { UsersRepository } from '../../core/identity/users.repository';
import { Problem } from '../../platform/problem';
import { BrowserCookies } from '../access/browser-cookies';
import { BrowserSessions, providerStep } from '../access/browser-sessions';
import { attemptSeconds } from '../access/session-cookie';
import { actorOf, type DashboardRequest, type SignedIn } from '../access/signed-in';
import { RequestOrigins } from '../http/request-origins';
import { ProviderVisits, type VisitGoal } from './provider-visits';
import type { ProviderQuery, SignInBody } from './session.dto';
import { signInPage } from './sign-in-page.filter';

/** What is left to do after the provider has authenticated a person. */
type LastStep =
  | { readonly kind: 'code'; readonly userId: number; readonly person: Identity; readonly goal: VisitGoal }
  | { readonly kind: 'link'; readonly person: Identity; readonly name: string };

const purpose = 'provider step';

/** Sign-in through the provider. What it ends in, a session or a fresh proof, is the same as for a password. */
@Injectable()
export class OpenIdService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly visits: ProviderVisits,
    private readonly people: OpenIdPeople,
    private readonly users: UsersRepository,
    private readonly links: PasswordLinks,
    private readonly credentials: SignIn,
    private readonly attempts: SignInAttemptsRepository,
    private readonly sessions: Sessions,
    private readonly browserSessions: BrowserSessions,
    private readonly cookies: BrowserCookies,
    private readonly origins: RequestOrigins,
  ) {}

  /** @returns the provider's address. @throws {OpenIdFailure} @throws {Problem} `too_many_requests` */
  async begin(request: DashboardRequest, { to, confirm, link }: ProviderQuery): Promise<string> {
    // Kept, because the browser does not send its session cookie when it comes back from another site.
    const sessionHash = this.cookies.sentSessionHash(request)?.toString('hex');
    if (link === 'true') return this.visits.begin(request, { kind: 'link' }, to);
    if (confirm !== 'true') return this.visits.begin(request, { kind: 'sign-in', replacedHash: sessionHash }, to);
    const { signedIn } = request;
    if (!signedIn || sessionHash === undefined) throw new OpenIdFailure('session_ended');
    return this.visits.begin(request, { kind: 'confirm', userId: signedIn.id, sessionHash }, to);
  }

  /** @param token of a member's invitation. @returns the provider's address. @throws {Problem} `not_found`; `too_many_requests` */
  async beginInvitation(request: DashboardRequest, token: string): Promise<string> {
    const { userId, purpose: linkPurpose, accountId } = await this.links.inspect(token);
    // Staff link from a session, so an invitation of theirs that somebody else opens does not make that person staff.
    if (linkPurpose !== 'invitation' || accountId === null) throw invalidLink();
    const linkHash = secretTokenHash(token).toString('hex');
    return this.visits.begin(request, { kind: 'invitation', userId, linkHash }, undefined);
  }

  /** Takes the browser back from the provider. @returns where to send it. @throws {OpenIdFailure} @throws {Problem} */
  async end(request: DashboardRequest): Promise<string> {
    const { locals } = request.res!;
    const { goal, to, person } = await this.visits.end(request, (next) => Object.assign(locals, { next }));
    const { issuer, subject, isMultiFactor } = person;
    const identity = { issuer, subject };
    if (goal.kind === 'link') {
      await this.offerLink(request, person);
      return to;
    }
    const user = await this.userOf(request, goal, person);
    if (user.secondFactor !== null && !isMultiFactor) {
      await this.beginStep(request, { kind: 'code', userId: user.id, person: identity, goal });
      return signInPage(to, { step: 'code' });
    }
    await this.credentials.finish(user, this.secondStep(request), isMultiFactor);
    await this.conclude(request, user, identity, goal, isMultiFactor);
    return to;
  }

  /** The code that a second factor still needs. @throws {Problem} `unauthorized`; `too_many_requests` */
  async enterCode(request: DashboardRequest, code: string): Promise<void> {
    const step = await this.step(request);
    const user = step?.kind === 'code' ? await this.users.find(this.dataSource, step.userId) : undefined;
    if (step?.kind !== 'code' || !user) throw stepExpired();
    await this.credentials.finish(user, this.secondStep(request, code));
    await this.takeStep(this.dataSource.manager, request);
    await this.conclude(request, user, step.person, step.goal, false);
  }

  /** Whom the provider has authenticated and nobody has linked: the address, or else the subject. */
  async waiting(request: DashboardRequest): Promise<string | null> {
    const step = await this.step(request);
    return step?.kind === 'link' ? step.name : null;
  }

  /** Links a user who proves password and second factor once. @throws {Problem} as {@link SignIn.authenticate}; `conflict` */
  async linkByPassword(request: DashboardRequest, body: SignInBody): Promise<void> {
    if ((await this.waiting(request)) === null) throw stepExpired();
    const { email, password, second_factor: code } = body;
    const user = await this.credentials.authenticate({ email, password, ...this.secondStep(request, code) });
    const stillHolds = (db: EntityManager) => this.link(db, request, user, 'password');
    // The factors of a person who was not linked yet prove nothing about the user.
    await this.browserSessions.open(user, { by: 'provider', isMultiFactor: false, stillHolds }, request);
    this.people.tellLinked(user);
  }

  /** @throws {Problem} `conflict` when nobody waits to be linked, or is already; `unauthorized` when the session has ended */
  async linkSignedIn(request: DashboardRequest, user: SignedIn): Promise<void> {
    // Not the 401 that the page takes for the end of the session.
    if ((await this.waiting(request)) === null) throw new Problem('conflict', stepExpired().message);
    const token = await this.dataSource.transaction(async (db) => {
      await this.users.lock(db, user.id);
      await this.link(db, request, user, 'session');
      return this.sessions.renew(db, this.cookies.sessionHashOf(request), { isPasswordChecked: false });
    });
    this.cookies.setSession(request, token, user.role);
    this.people.tellLinked(user);
  }

  /** @throws {Problem} `not_found` without a link; `conflict` when no permitted sign-in would remain */
  unlink(user: SignedIn): Promise<void> {
    return this.people.unlink(user, user.sessionId, actorOf(user));
  }

  private userOf(request: DashboardRequest, goal: VisitGoal, person: Person): Promise<Credentials> {
    const address = this.origins.addressOf(request);
    if (goal.kind === 'confirm') return this.people.requireSame(goal.userId, person);
    if (goal.kind === 'invitation')
      return this.people.join(person, goal.userId, Buffer.from(goal.linkHash, 'hex'), address);
    return this.people.userOf(person, address).catch(async (error) => {
      if (error instanceof OpenIdFailure && mayHaveUser.includes(error.reason)) await this.offerLink(request, person);
      throw error;
    });
  }

  /** Opens a session, or records a fresh proof. */
  private conclude(
    request: DashboardRequest,
    user: Credentials,
    person: Identity,
    goal: VisitGoal,
    isMultiFactor: boolean,
  ): Promise<void> {
    if (goal.kind === 'confirm')
      return this.browserSessions.confirm(user, Buffer.from(goal.sessionHash, 'hex'), request);
    const stillHolds = (db: EntityManager) => this.people.use(db, user.id, person);
    const replaced =
      goal.kind === 'sign-in' && goal.replacedHash !== undefined ? Buffer.from(goal.replacedHash, 'hex') : undefined;
    return this.browserSessions.open(user, { by: 'provider', isMultiFactor, stillHolds }, request, replaced);
  }

  private async offerLink(request: DashboardRequest, person: Person): Promise<void> {
    const { issuer, subject } = person;
    const { name } = await person.address();
    await this.beginStep(request, { kind: 'link', person: { issuer, subject }, name });
  }

  private async link(db: EntityManager, request: DashboardRequest, user: User, by: LinkedBy): Promise<void> {
    const step = await this.takeStep(db, request);
    if (step.kind !== 'link') throw stepExpired();
    const actor = { userId: user.id, label: user.email, address: this.origins.addressOf(request) };
    await this.people.link(db, user, step.person, actor, by);
  }

  private async beginStep(request: DashboardRequest, step: LastStep): Promise<void> {
    const token = await this.attempts.begin(this.dataSource, purpose, step, attemptSeconds);
    this.cookies.setAttempt(request, providerStep, token, false);
  }

  private async step(request: DashboardRequest): Promise<LastStep | undefined> {
    const token = this.cookies.attemptOf(request, providerStep);
    return token === undefined ? undefined : this.attempts.find(this.dataSource, purpose, token);
  }

  private async takeStep(db: EntityManager, request: DashboardRequest): Promise<LastStep> {
    const token = this.cookies.attemptOf(request, providerStep);
    const step = token === undefined ? undefined : await this.attempts.take<LastStep>(db, purpose, token);
    if (!step) throw stepExpired();
    this.cookies.endAttempt(request, providerStep);
    return step;
  }

  private secondStep(request: DashboardRequest, secondFactor?: string) {
    return { secondFactor, address: this.origins.addressOf(request), deviceToken: this.cookies.deviceOf(request) };
  }
}

/** Whom the provider has authenticated but Loupe does not know may have a user with a password. */
const mayHaveUser: readonly string[] = ['not_verified', 'not_invited', 'address_taken'];

const stepExpired = () => new Problem('unauthorized', 'This took too long, or was done in another tab. Sign in again.');
