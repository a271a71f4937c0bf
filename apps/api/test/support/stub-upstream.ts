import { createServer } from 'node:http';
import { endServer, listenLocally } from './local-server';
import type { AnyJson } from './send';

/** Returns the body of a 200 response. For `undefined`, the stub sends the requested profile, or `{}`. */
export type StubBody = (request: { url: URL; form: URLSearchParams }) => AnyJson | undefined;

/** A scripted upstream. Strings are sent unchanged, and other bodies as JSON. */
export class StubUpstream {
  body: StubBody = () => undefined;
  private readonly server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const url = new URL(request.url!, 'http://upstream');
    const body = this.body({ url, form: new URLSearchParams(text) }) ?? profileOf(url);
    response.setHeader('content-type', 'application/json');
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });

  start(): Promise<string> {
    return listenLocally(this.server);
  }

  stop(): void {
    endServer(this.server);
  }
}

function profileOf({ pathname }: URL): AnyJson {
  const pk = /\/users\/(\d+)\/info\/$/.exec(pathname)?.[1];
  return pk ? { user: { pk, username: `user.${pk}`, is_private: false }, status: 'ok' } : {};
}

export const rows = (...documents: object[]): string => documents.map((one) => `${JSON.stringify(one)}\n`).join('');
