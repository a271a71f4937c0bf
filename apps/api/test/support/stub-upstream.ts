import { createServer } from 'node:http';
import { endServer, listenLocally } from './local-server';
import type { AnyJson } from './send';

/** The response to an upstream request, always a 200; undefined for the profile, which any id has. */
export type StubBody = (request: { url: URL; form: URLSearchParams }) => AnyJson | undefined;

/** A scripted upstream. Texts are sent unchanged, several documents as one row each, all else as JSON. */
export class StubUpstream {
  body: StubBody = () => undefined;
  private readonly server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const url = new URL(request.url!, 'http://upstream');
    const said = this.body({ url, form: new URLSearchParams(text) }) ?? profileOf(url);
    response.setHeader('content-type', 'application/json');
    response.end(typeof said === 'string' ? said : JSON.stringify(said));
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
