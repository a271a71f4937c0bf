import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { clock } from '../../../platform/clock';
import { ENV, type Env } from '../../../platform/config/env';
import { LOGGER } from '../../../platform/observability/logger';
import { OpenIdFailure } from './openid-failure';
import type { Identity } from './user-identities.repository';

/** Loaded when first used, because it is large. */
const library = () => import('openid-client');

type Library = Awaited<ReturnType<typeof library>>;
type Configuration = import('openid-client').Configuration;
type ClientAuth = import('openid-client').ClientAuth;

/** What the browser must bring back from the provider. Stored in the attempt, never sent to the browser as a whole. */
export interface Visit {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** Whether a signed-in person proves again who they are. */
  readonly isConfirmation: boolean;
}

/** A person whom the provider has authenticated. */
export interface Person extends Identity {
  /** Whether the provider says that it asked for several factors. */
  readonly isMultiFactor: boolean;
  /**
   * `name`: the person's address, or else the subject, to show. `verified`: the address in lower case, if the provider has verified it.
   * @throws {OpenIdFailure}
   */
  readonly address: () => Promise<{ readonly name: string; readonly verified: string | undefined }>;
}

/** Timeout of each request to the provider. */
export const providerTimeout = { seconds: 5 };
/** How far the provider's clock may be off. */
const clockToleranceSeconds = 120;
/** A confirmation counts only if the person authenticated this recently. */
const confirmationSeconds = 300;

/** The operator's OpenID provider. All checks of its responses are the library's, except those below. */
@Injectable()
export class OpenIdProvider implements OnApplicationBootstrap {
  private configuration: Configuration | undefined;
  private discovering: Promise<Configuration> | undefined;
  /** Whether its addresses or keys may have changed. */
  private isDoubtful = true;
  /** Where the client's secret is sent. Providers accept one way or both, and need not say which. */
  private secretIn: 'body' | 'header' = 'body';

  constructor(
    @Inject(ENV)
    private readonly env: Pick<Env, 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_NAME'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  get isConfigured(): boolean {
    return this.env.OIDC_ISSUER !== undefined;
  }

  /** What people call the provider; null when there is none. */
  get name(): string | null {
    return this.isConfigured ? this.env.OIDC_NAME : null;
  }

  /** Asks the provider for its addresses. A provider that is down does not stop the start: the first sign-in asks again. */
  onApplicationBootstrap(): void {
    if (!this.isConfigured) return;
    this.known().catch((error: OpenIdFailure) =>
      this.logger.warn({ reason: error.forOperator }, 'the OpenID provider is out of reach; sign-in through it fails'),
    );
  }

  /**
   * Begins a visit to the provider. A person who is to be linked, or to confirm, signs in there again: the browser may be signed in
   * as somebody else. @returns where to send the browser. @throws {OpenIdFailure}
   */
  async begin(
    redirectUri: string,
    goal: 'sign-in' | 'invitation' | 'link' | 'confirm',
  ): Promise<{ url: string; visit: Visit }> {
    const isConfirmation = goal === 'confirm';
    const client = await library();
    const configuration = await this.known();
    const [state, nonce, codeVerifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(goal !== 'sign-in' && { prompt: 'login' }),
      ...(isConfirmation && { max_age: '0' }),
    });
    return { url: url.href, visit: { redirectUri, state, nonce, codeVerifier, isConfirmation } };
  }

  /**
   * Ends a visit: redeems the code, and validates the person's token.
   * @param query of the request with which the browser came back, with its question mark
   * @throws {OpenIdFailure}
   */
  async finish({ redirectUri, isConfirmation, ...visit }: Visit, query: string): Promise<Person> {
    const client = await library();
    const configuration = await this.known();
    const redeem = () =>
      client.authorizationCodeGrant(configuration, new URL(query, redirectUri), {
        expectedState: visit.state,
        expectedNonce: visit.nonce,
        pkceCodeVerifier: visit.codeVerifier,
        idTokenExpected: true,
        ...(isConfirmation && { maxAge: confirmationSeconds }),
      });
    const sentIn = this.secretIn;
    const tokens = await redeem()
      .catch((error) => {
        if (!isClientRefused(error)) throw error;
        this.secretIn = sentIn === 'body' ? 'header' : 'body';
        return redeem();
      })
      .catch((error) => this.fail(client, error));
    const { iss: issuer, sub: subject, auth_time: authenticatedAt, amr, ...claims } = tokens.claims()!;
    const ageSeconds = clock.wallMs() / 1_000 - authenticatedAt!;
    // Without the library's tolerance for old times. It accepts any future time.
    if (isConfirmation && !(ageSeconds < confirmationSeconds && ageSeconds >= -clockToleranceSeconds))
      throw new OpenIdFailure('not_confirmed', 'auth_time is older than five minutes, or in the future');
    return {
      issuer,
      subject,
      isMultiFactor: Array.isArray(amr) && amr.includes('mfa'),
      address: async () => {
        const isComplete = claims.email !== undefined || !configuration.serverMetadata().userinfo_endpoint;
        const { email, email_verified } = isComplete
          ? claims
          : await client
              .fetchUserInfo(configuration, tokens.access_token, subject)
              .catch((error) => this.fail(client, error));
        if (typeof email !== 'string') return { name: subject, verified: undefined };
        const name = email.trim().slice(0, 254);
        // Text such as 'true' does not count.
        if (email_verified !== true) return { name, verified: undefined };
        // Not toLowerCase(), which also turns other characters, such as the Kelvin sign, into letters of other addresses.
        return { name, verified: name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) };
      },
    };
  }

  /** The provider's metadata. If they are doubtful, they are read again; the old ones stay until that succeeds. */
  private async known(): Promise<Configuration> {
    if (!this.isDoubtful && this.configuration) return this.configuration;
    this.discovering ??= this.discover().finally(() => {
      this.discovering = undefined;
    });
    try {
      this.configuration = await this.discovering;
    } catch (error) {
      if (!this.configuration) throw new OpenIdFailure('provider_down', reasonOf(error));
    }
    this.isDoubtful = false;
    return this.configuration;
  }

  private async discover(): Promise<Configuration> {
    const client = await library();
    const issuer = new URL(this.env.OIDC_ISSUER!);
    const secret = this.env.OIDC_CLIENT_SECRET!;
    const metadata = { client_secret: secret, [client.clockTolerance]: clockToleranceSeconds };
    const authenticate: ClientAuth = (...request) => {
      const way = this.secretIn === 'body' ? client.ClientSecretPost : client.ClientSecretBasic;
      way(secret)(...request);
    };
    const configuration = await client.discovery(issuer, this.env.OIDC_CLIENT_ID!, metadata, authenticate, {
      timeout: providerTimeout.seconds,
      // The library trusts TLS instead of the signature unless it is told otherwise. Plain HTTP is only for this machine.
      execute: [
        client.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    });
    // Entra's addresses for all tenants have a template as issuer: anybody with a Microsoft account could sign in.
    const { issuer: named } = configuration.serverMetadata();
    if (named !== this.env.OIDC_ISSUER) throw new Error(`OIDC_ISSUER must be ${named}, as the provider calls itself`);
    return configuration;
  }

  private fail(client: Library, error: unknown): never {
    if (error instanceof client.AuthorizationResponseError) {
      // What the provider calls the reasons for which a person, and not the provider, ended the visit.
      const isCancelled = ['access_denied', 'login_required', 'consent_required', 'interaction_required'];
      throw new OpenIdFailure(isCancelled.includes(error.error) ? 'cancelled' : 'refused', error.error);
    }
    if (error instanceof client.ResponseBodyError) throw new OpenIdFailure('refused', error.error);
    const { code } = error as { code?: string };
    const isDown = code === undefined || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
    // Nothing that a visitor can send back has these causes.
    if (isDown || code === 'OAUTH_KEY_SELECTION_FAILED') this.isDoubtful = true;
    throw new OpenIdFailure(isDown ? 'provider_down' : 'refused', reasonOf(error));
  }
}

/** A refused client has not used up the code. See section 5.2 of RFC 6749. */
function isClientRefused(error: unknown): boolean {
  const { error: code, status } = error as { error?: unknown; status?: unknown };
  return code === 'invalid_client' || status === 401;
}

/** Never the error's cause: it may hold tokens. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return [code, message].filter(Boolean).join(': ');
}
