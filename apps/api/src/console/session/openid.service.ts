import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { OpenIdFailure, type OpenIdFailureReason } from '../../core/identity/openid/openid-failure';
import { OpenIdPeople } from '../../core/identity/openid/openid-people';
import type { Person } from '../../core/identity/openid/openid-provider';
import type { Identity } from '../../core/identity/openid/user-identities.repository';
import { sessionEnded } from '../../core/identity/sessions';
import { SignIn } from '../../core/identity/sign-in';
import { SignInAttemptsRepository } from '../../core/identity/sign-in-attempts.repository';
import type { Credentials } from '../../core/identity/user';
import { UsersRepository } from '../../core/identity/users.repository';
import { LOGGER } from '../../platform/observability/logger';
import { Problem } from '../../platform/problem';
import { BrowserCookies } from '../access/browser-cookies';
import { BrowserSessions, passkeyRequired } from '../access/browser-sessions';
import { ProviderVisits, pathBelowDashboard, type VisitGoal } from '../access/provider-visits';
import { attemptSeconds } from '../access/session-cookie';
import type { DashboardRequest } from '../access/signed-in';
import { RequestOrigins } from '../http/request-origins';
import type { SignInBody } from './session.dto';

/** What the browser must still prove after the provider has authenticated its person. */
type LastStep =
  | { readonly kind: 'code'; readonly userId: number; readonly person: Identity; readonly sessionHash?: string }
  | { readonly kind: 'link'; readonly person: Identity };

const purpose = 'provider step';
const cookie = 'loupe_oidc_step';

/** Sign-in through the provider. What it ends in, a session or a fresh proof, is the same as for a password. */
@Injectable()
export class OpenIdService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly visits: ProviderVisits,
    private readonly people: OpenIdPeople,
    private readonly users: UsersRepository,
    private readonly credentials: SignIn,
    private readonly attempts: SignInAttemptsRepository,
    private readonly browserSessions: BrowserSessions,
    private readonly cookies: BrowserCookies,
    private readonly origins: RequestOrigins,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn' | 'error'>,
  ) {}

  /** @param to a path below /dashboard/. @returns where to send the browser: to the provider, or to the sign-in page with a reason */
  begin(request: DashboardRequest, to: unknown, isConfirmation: boolean): Promise<string> {
    return this.orFailurePage(request, async (remember) => {
      remember(pathBelowDashboard(to));
      const { signedIn } = request;
      // The browser does not send its session cookie when it comes back from another site.
      const replacedHash = this.cookies.sessionOf(request) && this.cookies.sessionHashOf(request).toString('hex');
      if (!isConfirmation) return this.visits.begin(request, { kind: 'sign-in', replacedHash }, to);
      if (!signedIn) throw new OpenIdFailure('session_ended');
      const sessionHash = this.cookies.sessionHashOf(request).toString('hex');
      return this.visits.begin(request, { kind: 'confirm', userId: signedIn.id, sessionHash }, to);
    });
  }

  /** Takes the browser back from the provider. @returns where to send it */
  end(request: DashboardRequest): Promise<string> {
    return this.orFailurePage(request, async (remember) => {
      const { goal, to, finish } = await this.visits.end(request);
      remember(to);
      const step = await this.proceed(request, goal, await finish());
      return step === undefined ? to : signInPage(to, { step });
    });
  }

  /** The code that a second factor still needs. @throws {Problem} `unauthorized`; `too_many_requests` */
  async enterCode(request: DashboardRequest, code: string): Promise<void> {
    const step = await this.step(request, 'code');
    const user = await this.users.find(this.dataSource, step.userId);
    if (!user) throw sessionEnded();
    await this.credentials.finish(user, this.secondStep(request, code));
    await this.consumeStep(request);
    if (step.sessionHash === undefined) await this.open(request, user, step.person, false);
    else await this.browserSessions.confirm(user, Buffer.from(step.sessionHash, 'hex'), request);
  }

  /** Links a user who proves password and second factor once. @throws {Problem} as {@link SignIn.authenticate}; `conflict` */
  async linkByPassword(request: DashboardRequest, body: SignInBody): Promise<void> {
    const { person } = await this.step(request, 'link');
    const { email, password } = body;
    const user = await this.credentials.authenticate({
      email,
      password,
      ...this.secondStep(request, body.second_factor),
    });
    const address = this.origins.addressOf(request);
    const stillHolds = async (db: Parameters<OpenIdPeople['linkProven']>[0]) => {
      const token = this.cookies.attemptOf(request, cookie)!;
      if ((await this.attempts.take(db, purpose, token)) === undefined) throw stepExpired();
      await this.people.linkProven(db, user, person, address);
      return true;
    };
    // The factors of a person who was not linked yet prove nothing about the user.
    const proven = { by: 'provider', isMultiFactor: false, stillHolds } as const;
    await this.browserSessions.open(user, proven, request).catch((error) => {
      throw error instanceof OpenIdFailure ? new Problem('conflict', alreadyLinked) : error;
    });
    this.cookies.endAttempt(request, cookie);
    this.people.tellLinked(user);
  }

  /** @returns what the browser must prove next, if anything */
  private async proceed(
    request: DashboardRequest,
    goal: VisitGoal,
    person: Person,
  ): Promise<LastStep['kind'] | undefined> {
    const address = this.origins.addressOf(request);
    if (goal.kind === 'link') {
      const hash = Buffer.from(goal.sessionHash, 'hex');
      const token = await this.people.linkSignedIn(goal.userId, hash, person, address);
      this.cookies.setSession(request, token, (await this.users.find(this.dataSource, goal.userId))!.role);
      return undefined;
    }
    if (goal.kind === 'confirm') return this.confirm(request, goal, person);
    const user =
      goal.kind === 'invitation'
        ? await this.people.join(person, goal.userId, Buffer.from(goal.linkHash, 'hex'), address)
        : await this.people.userOf(person, address).catch((error) => this.offerLink(request, person, error));
    if (user.secondFactor !== null && !person.isMultiFactor)
      return this.beginStep(request, { kind: 'code', userId: user.id, person: identityOf(person) });
    await this.credentials.finish(user, this.secondStep(request, undefined), person.isMultiFactor);
    const replaced = goal.kind === 'sign-in' ? goal.replacedHash : undefined;
    await this.open(request, user, identityOf(person), person.isMultiFactor, replaced);
    return undefined;
  }

  private async confirm(
    request: DashboardRequest,
    { userId, sessionHash }: Extract<VisitGoal, { sessionHash: string }>,
    person: Person,
  ): Promise<LastStep['kind'] | undefined> {
    await this.people.requireSame(userId, person);
    const user = await this.users.find(this.dataSource, userId);
    if (!user) throw new OpenIdFailure('session_ended');
    if (user.secondFactor !== null && !person.isMultiFactor)
      return this.beginStep(request, { kind: 'code', userId, person: identityOf(person), sessionHash });
    await this.browserSessions.confirm(user, Buffer.from(sessionHash, 'hex'), request);
    return undefined;
  }

  /** @param replacedHash of the session that the browser had before its visit, in hexadecimal digits */
  private open(
    request: DashboardRequest,
    user: Credentials,
    person: Identity,
    isMultiFactor: boolean,
    replacedHash?: string,
  ): Promise<void> {
    const stillHolds: Parameters<BrowserSessions['open']>[1]['stillHolds'] = (db) =>
      this.people.use(db, user.id, person);
    const replaced = replacedHash === undefined ? undefined : Buffer.from(replacedHash, 'hex');
    return this.browserSessions.open(user, { by: 'provider', isMultiFactor, stillHolds }, request, replaced);
  }

  /** Whom the provider has authenticated but Loupe does not know may prove a password and be linked. */
  private async offerLink(request: DashboardRequest, person: Person, error: unknown): Promise<never> {
    const isUnknown =
      error instanceof OpenIdFailure && ['not_verified', 'not_invited', 'address_taken'].includes(error.reason);
    if (isUnknown) await this.beginStep(request, { kind: 'link', person: identityOf(person) });
    throw error;
  }

  private async beginStep(request: DashboardRequest, step: LastStep): Promise<LastStep['kind']> {
    const token = await this.attempts.begin(this.dataSource, purpose, step, attemptSeconds);
    this.cookies.setAttempt(request, cookie, token, false);
    return step.kind;
  }

  private async step<Kind extends LastStep['kind']>(
    request: DashboardRequest,
    kind: Kind,
  ): Promise<Extract<LastStep, { kind: Kind }>> {
    const token = this.cookies.attemptOf(request, cookie);
    const step = token === undefined ? undefined : await this.attempts.find<LastStep>(this.dataSource, purpose, token);
    if (step?.kind !== kind) throw stepExpired();
    return step as Extract<LastStep, { kind: Kind }>;
  }

  private async consumeStep(request: DashboardRequest): Promise<void> {
    const token = this.cookies.attemptOf(request, cookie)!;
    if ((await this.attempts.take(this.dataSource, purpose, token)) === undefined) throw stepExpired();
    this.cookies.endAttempt(request, cookie);
  }

  private secondStep(request: DashboardRequest, secondFactor: string | undefined) {
    return { secondFactor, address: this.origins.addressOf(request), deviceToken: this.cookies.deviceOf(request) };
  }

  /** Every failure becomes a sentence on the sign-in page, with the request id, and a line in the operator's log. */
  private async orFailurePage(
    request: DashboardRequest,
    attempt: (remember: (to: string) => void) => Promise<string>,
  ): Promise<string> {
    let next = pathBelowDashboard(undefined);
    try {
      return await attempt((to) => {
        next = to;
      });
    } catch (error) {
      const { requestId } = request.res!;
      const failed = reasonOf(error);
      if (failed === 'failed')
        this.logger.error({ request_id: requestId, err: error }, 'a sign-in through the provider failed');
      else
        this.logger.warn(
          { request_id: requestId, reason: failed, detail: detailOf(error) },
          'a sign-in through the provider was refused',
        );
      return signInPage(next, { failed, request: requestId });
    }
  }
}

function reasonOf(error: unknown): OpenIdFailureReason | 'failed' {
  if (error instanceof OpenIdFailure) return error.reason;
  if (error === passkeyRequired) return 'passkey_required';
  if (!(error instanceof Problem)) return 'failed';
  if (error.code === 'too_many_requests') return 'too_many';
  return error.code === 'unauthorized' ? 'session_ended' : 'failed';
}

const detailOf = (error: unknown) => (error instanceof OpenIdFailure ? error.forOperator : (error as Error).message);

/** Routes of the page begin below /dashboard. */
function signInPage(to: string, search: Record<string, string>): string {
  const next = to.slice('/dashboard'.length);
  return `/dashboard/sign-in?${new URLSearchParams({ ...search, ...(next !== '/' && { next }) })}`;
}

const identityOf = ({ issuer, subject }: Identity): Identity => ({ issuer, subject });

const stepExpired = () => new Problem('unauthorized', 'This took too long, or was done in another tab. Sign in again.');

const alreadyLinked = 'This person or this user is already linked. Remove the other link first.';
