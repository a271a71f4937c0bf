import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

// biome-ignore lint/suspicious/noExplicitAny: tests set claims to values of every type
type Claims = Record<string, any>;

export interface Account {
  readonly subject: string;
  readonly claims: Record<string, unknown>;
}

export interface ProviderOptions {
  readonly algorithm?: 'RS256' | 'ES256';
  /** `localhost` is another site than 127.0.0.1, and the reverse. */
  readonly host?: 'localhost' | '127.0.0.1';
  readonly port?: number;
  /** Whether address claims are only in the response of userinfo. */
  readonly thinTokens?: boolean;
  readonly clientAuthentication?: 'client_secret_basic' | 'client_secret_post';
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A real OpenID provider. Its login page has one button, which signs in `account`. In front of it, tests can replace the claims of ID tokens, hold responses, or close the connection.
 */
export class TestProvider {
  account: Account = { subject: 'nobody', claims: {} };
  /** Replaces claims of the next ID tokens, which are signed again with the provider's key. */
  alter: ((claims: Claims) => Claims) | undefined;
  /** Signs with a key that the provider does not publish. */
  isForger = false;
  isDown = false;
  isUndiscoverable = false;
  /** Holds all responses until it resolves. */
  held: Promise<void> | undefined;
  private provider: Handler | undefined;
  private key: KeyObject | undefined;

  private constructor(
    private readonly server: Server,
    private readonly options: ProviderOptions,
  ) {}

  static async start(options: ProviderOptions = {}): Promise<TestProvider> {
    const server = createServer();
    const started = new TestProvider(server, options);
    server.on('request', (request, response) => void started.answer(request, response));
    server.listen(options.port ?? 0, options.host ?? 'localhost');
    await once(server, 'listening');
    return started;
  }

  get issuer(): string {
    return `http://${this.options.host ?? 'localhost'}:${(this.server.address() as AddressInfo).port}`;
  }

  variables(): NodeJS.ProcessEnv {
    return { OIDC_ISSUER: this.issuer, OIDC_CLIENT_ID: 'loupe', OIDC_CLIENT_SECRET: 'secret', OIDC_NAME: 'Example ID' };
  }

  /** Registers Loupe. Before, the provider answers 503. */
  register(loupe: string): void {
    const algorithm = this.options.algorithm ?? 'RS256';
    this.key = newKey(algorithm);
    const keys = [
      { ...this.key.export({ format: 'jwk' }), alg: algorithm, use: 'sig', kid: `${algorithm}-${Date.now()}` },
    ];
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: 'loupe',
          client_secret: 'secret',
          redirect_uris: [`${loupe}/dashboard/api/session/oidc/callback`],
          token_endpoint_auth_method: this.options.clientAuthentication ?? 'client_secret_post',
          id_token_signed_response_alg: algorithm,
        },
      ],
      jwks: { keys } as never,
      cookies: { keys: ['a key for tests'] },
      pkce: { required: () => true },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: this.options.thinTokens ?? false,
      features: { devInteractions: { enabled: false } },
      findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...this.account.claims }) }),
      interactions: { url: (_context, { uid }) => `/login/${uid}` },
      loadExistingGrant: async ({ oidc }) => {
        const known = oidc.session!.grantIdFor('loupe');
        const found = known && (await oidc.provider.Grant.find(known));
        if (found) return found;
        const grant = new oidc.provider.Grant({ clientId: 'loupe', accountId: oidc.session!.accountId! });
        grant.addOIDCScope('openid email');
        await grant.save();
        return grant;
      },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    });
    const handler = provider.callback();
    this.provider = (request, response) => {
      if (!request.url!.startsWith('/login/')) return void handler(request, response);
      if (request.method === 'GET') return loginPage(response);
      const isCancelled = request.url!.endsWith('?cancel');
      const result = isCancelled ? { error: 'access_denied' } : { login: { accountId: this.account.subject } };
      void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isDown || (this.isUndiscoverable && request.url!.startsWith('/.well-known/')))
      return void request.socket.destroy();
    await this.held;
    if (!this.provider) return void response.writeHead(503).end();
    if (request.url === '/token') this.changeTokens(response);
    this.provider(request, response);
  }

  private changeTokens(response: ServerResponse): void {
    const end = response.end.bind(response);
    response.end = ((body?: string) => {
      if (body === undefined) return end();
      const text = this.changed(JSON.parse(String(body)));
      response.setHeader('content-length', Buffer.byteLength(text));
      end(text);
      return response;
    }) as typeof response.end;
  }

  private changed(tokens: { id_token?: string }): string {
    if (tokens.id_token === undefined || (!this.alter && !this.isForger)) return JSON.stringify(tokens);
    const [head, body] = tokens.id_token.split('.', 2) as [string, string];
    const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString());
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const altered = Buffer.from(JSON.stringify(this.alter?.(claims) ?? claims)).toString('base64url');
    const key = this.isForger ? newKey(alg) : this.key!;
    const signature = sign('sha256', Buffer.from(`${head}.${altered}`), { key, dsaEncoding: 'ieee-p1363' });
    return JSON.stringify({ ...tokens, id_token: `${head}.${altered}.${signature.toString('base64url')}` });
  }
}

function newKey(algorithm: 'RS256' | 'ES256'): KeyObject {
  if (algorithm === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
}

function loginPage(response: ServerResponse): void {
  const form = (action: string, label: string) =>
    `<form method="post" action="${action}"><button>${label}</button></form>`;
  response.setHeader('content-type', 'text/html');
  response.end(`<!doctype html><title>Example ID</title>${form('?', 'Approve')}${form('?cancel', 'Cancel')}`);
}
