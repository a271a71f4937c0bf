// The upstream client beside itself with axios over the same undici pool, whose interceptors do the work: choose a session, set
// its headers, rest a refused one, classify failures. See docs/decisions/0004-http-client.md.
// Needs a build: `npm run build && node bench/http-client.mjs`. Takes about two minutes.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import axios from 'axios';
import { moveToLoadCore, onServerCore } from './harness/cores.mjs';
import { Peer } from './harness/peer.mjs';
import { printRows } from './harness/report.mjs';
import { row } from './harness/statistics.mjs';

const load = createRequire(import.meta.url);
const lib = (path) => load(`../libs/upstream-client/dist/${path}.js`);
const { Exchange, UpstreamClient, userInfo } = lib('index');
const { classifyFailure, SessionRefused } = lib('classify');
const { transmit } = lib('transmit');

const processes = 6;
const rounds = 10;
const requestsPerRound = 8_000;
const concurrency = 32;

/** Replaces one attempt of the client. `headersOf` says how the session's headers reach the adapter. */
class AxiosClient extends UpstreamClient {
  constructor(options, setHeaders, headersOf) {
    super(options);
    this.http = new axios.Axios({
      adapter: async (config) => {
        const transmission = {
          method: config.method.toUpperCase(),
          path: config.url,
          headers: headersOf(config),
          body: null,
        };
        const { status, body } = await transmit(this.pool, transmission, config.exchange, this.maxBodyBytes);
        const response = { data: body, status, statusText: '', headers: {}, config };
        if (status === 200) return response;
        throw new axios.AxiosError(`status ${status}`, axios.AxiosError.ERR_BAD_RESPONSE, config, undefined, response);
      },
    });
    const chooseSession = (config) => {
      config.session = this.sessions.take();
      setHeaders(config);
      return config;
    };
    this.http.interceptors.request.use(chooseSession, undefined, { synchronous: true });
    this.http.interceptors.response.use(undefined, ({ response: { status, data, config } }) => {
      const failure = classifyFailure(status, data, config.subject);
      if (failure instanceof SessionRefused) this.sessions.rest(config.session);
      throw failure;
    });
  }

  async attempt(request, exchange, subject) {
    const { method, path: url } = this.transmissionOf(request, []);
    return (await this.http.request({ method, url, exchange, subject })).data;
  }
}

const ways = {
  undici: (options) => new UpstreamClient(options),
  'axios, headers in its configuration': (options) =>
    new AxiosClient(
      options,
      ({ headers, session }) => headers.set(session.headers),
      ({ headers }) => Object.entries(headers.toJSON()).flat(),
    ),
  'axios, headers past it': (options) =>
    new AxiosClient(
      options,
      () => undefined,
      ({ session }) => session.headerList,
    ),
};

async function send(client, requests) {
  let left = requests;
  const sendInTurn = async () => {
    while (left-- > 0) await client.send(userInfo('5'), new Exchange(15_000), 'user');
  };
  await Promise.all(Array.from({ length: concurrency }, sendInTurn));
}

/** Microseconds of CPU time a request, by way and round; in a process of its own. */
async function measure(baseUrl, inReverse) {
  const sessions = ['a', 'b'].map((id) => ({ cookie: `sessionid=${id}`, 'user-agent': 'App 1.0', 'x-app-id': '1' }));
  const clients = Object.entries(ways).map(([name, make]) => ({
    name,
    client: make({ baseUrl, sessions }),
    micros: [],
  }));
  if (inReverse) clients.reverse();
  for (const { client } of clients) await send(client, 2 * requestsPerRound); // warms up
  for (let round = 0; round < rounds; round++) {
    for (const { client, micros } of clients) {
      const before = process.cpuUsage();
      await send(client, requestsPerRound);
      const { user, system } = process.cpuUsage(before);
      micros.push((user + system) / requestsPerRound);
    }
  }
  return Object.fromEntries(clients.map(({ name, micros }) => [name, micros]));
}

async function measureInProcesses(baseUrl) {
  const measured = [];
  for (let index = 0; index < processes; index++) {
    const [execPath, execArgv] = onServerCore(process.execPath, []);
    const child = fork(fileURLToPath(import.meta.url), [baseUrl, `${index % 2}`], { execPath, execArgv });
    measured.push((await once(child, 'message'))[0]);
  }
  return Object.keys(ways).flatMap((name) => {
    const micros = measured.flatMap((of) => of[name]);
    const above = measured.flatMap((of) => of[name].map((value, round) => value - of.undici[round]));
    return [row(name, 'µs', micros), ...(name === 'undici' ? [] : [row(`${name}: above undici`, 'µs', above)])];
  });
}

const [, , baseUrl, inReverse] = process.argv;
if (baseUrl) {
  process.send(await measure(baseUrl, inReverse === '1'));
  process.exit();
}
moveToLoadCore();
const upstream = await Peer.start(
  'the upstream',
  new URL('./peers/upstream.mjs', import.meta.url),
  {},
  { onLoadCore: true },
);
printRows(await measureInProcesses(upstream.url));
await upstream.stop();
