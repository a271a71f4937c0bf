import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OpenIdFailure } from '../../core/identity/openid/openid-failure';
import { OpenIdProvider, type Person, type Visit } from '../../core/identity/openid/openid-provider';
import { SignInAttemptsRepository } from '../../core/identity/sign-in-attempts.repository';
import { allowances, SignInThrottles } from '../../core/identity/sign-in-throttles';
import { dashboardApiPath } from '../access/access';
import { BrowserCookies } from '../access/browser-cookies';
import { attemptSeconds } from '../access/session-cookie';
import type { DashboardRequest } from '../access/signed-in';
import { RequestOrigins } from '../http/request-origins';

/** Why a browser visits the provider. Hashes of sessions and links are those of the database, as hexadecimal digits. */
export type VisitGoal =
  | { readonly kind: 'sign-in'; readonly replacedHash?: string | undefined }
  | { readonly kind: 'invitation'; readonly userId: number; readonly linkHash: string }
  | { readonly kind: 'confirm'; readonly userId: number; readonly sessionHash: string }
  | { readonly kind: 'link' };

interface Attempt {
  readonly visit: Visit;
  readonly goal: VisitGoal;
  /** Where the browser goes afterwards: a path below /dashboard/. */
  readonly to: string;
}

const purpose = 'provider visit';

/** Sends browsers to the provider and takes them back. An attempt belongs to one browser, lasts ten minutes and works once. */
@Injectable()
export class ProviderVisits {
  constructor(
    private readonly dataSource: DataSource,
    private readonly provider: OpenIdProvider,
    private readonly attempts: SignInAttemptsRepository,
    private readonly throttles: SignInThrottles,
    private readonly cookies: BrowserCookies,
    private readonly origins: RequestOrigins,
  ) {}

  /** @returns the provider's address for this visit. @throws {OpenIdFailure} @throws {Problem} `too_many_requests` */
  async begin(request: DashboardRequest, goal: VisitGoal, to: unknown): Promise<string> {
    if (!this.provider.isConfigured) throw new OpenIdFailure('not_offered');
    await this.throttles.take(allowances.begin(this.origins.addressOf(request), this.cookies.browserOf(request)));
    const redirectUri = `${this.origins.publicUrlOf(request)}/${dashboardApiPath}/session/oidc/callback`;
    const { url, visit } = await this.provider.begin(redirectUri, goal.kind);
    const attempt: Attempt = { visit, goal, to: pathBelowDashboard(to) };
    const token = await this.attempts.begin(this.dataSource, purpose, attempt, attemptSeconds);
    this.cookies.setAttempt(request, cookieOf(visit.state), token, true);
    return url;
  }

  /**
   * Consumes the browser's attempt before anything else, so that no response of the provider is looked at twice.
   * @param remember is told where the browser goes, whatever happens next
   * @throws {OpenIdFailure} `expired` also for a state that this browser did not begin
   */
  async end(
    request: DashboardRequest,
    remember: (to: string) => void,
  ): Promise<Omit<Attempt, 'visit'> & { person: Person }> {
    const { searchParams, search } = new URL(request.originalUrl, 'http://loupe');
    const name = cookieOf(searchParams.get('state') ?? '');
    const token = this.cookies.attemptOf(request, name);
    if (token === undefined) throw new OpenIdFailure('expired', 'no cookie of this attempt');
    this.cookies.endAttempt(request, name);
    const attempt = await this.attempts.take<Attempt>(this.dataSource, purpose, token);
    if (!attempt) throw new OpenIdFailure('expired');
    const { visit, goal, to } = attempt;
    remember(to);
    return { goal, to, person: await this.provider.finish(visit, search) };
  }
}

function cookieOf(state: string) {
  return `loupe_oidc_${state.replace(/[^\w-]/g, '').slice(0, 12)}` as const;
}

/** Everything else becomes the dashboard's first page, so that no link leads to another site. */
export function pathBelowDashboard(to: unknown): string {
  const home = '/dashboard/';
  if (typeof to !== 'string' || !URL.canParse(to, 'http://loupe')) return home;
  const { origin, pathname, search, hash } = new URL(to, 'http://loupe');
  const isBelow =
    origin === 'http://loupe' && pathname.startsWith(home) && !pathname.startsWith(`/${dashboardApiPath}/`);
  return isBelow ? pathname + search + hash : home;
}
