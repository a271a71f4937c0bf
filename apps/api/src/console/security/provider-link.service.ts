import { Injectable } from '@nestjs/common';
import { OpenIdPeople } from '../../core/identity/openid/openid-people';
import { OpenIdProvider } from '../../core/identity/openid/openid-provider';
import { BrowserCookies } from '../access/browser-cookies';
import { ProviderVisits } from '../access/provider-visits';
import { actorOf, type DashboardRequest, type SignedIn } from '../access/signed-in';
import type { ProviderLinkView, ProviderVisitView } from './security.dto';

/** The link between a signed-in user and a person of the OpenID provider. */
@Injectable()
export class ProviderLinkService {
  constructor(
    private readonly people: OpenIdPeople,
    private readonly provider: OpenIdProvider,
    private readonly visits: ProviderVisits,
    private readonly cookies: BrowserCookies,
  ) {}

  async state({ id }: SignedIn): Promise<ProviderLinkView> {
    const link = await this.people.find(id);
    return {
      provider: this.provider.name,
      linked_at: link?.linkedAt.toISOString() ?? null,
      last_used_at: link?.lastUsedAt?.toISOString() ?? null,
    };
  }

  /** @throws {Problem} `too_many_requests`; `conflict` without a provider */
  async begin({ id: userId }: SignedIn, request: DashboardRequest): Promise<ProviderVisitView> {
    const sessionHash = this.cookies.sessionHashOf(request).toString('hex');
    return { url: await this.visits.begin(request, { kind: 'link', userId, sessionHash }, '/dashboard/you') };
  }

  /** @throws {Problem} `not_found` without a link; `conflict` when no permitted sign-in would remain */
  remove(user: SignedIn): Promise<void> {
    return this.people.unlink(user, user.sessionId, actorOf(user));
  }
}
