// Draws the numbered requests of a run from the seed, sends each, and checks its response.
import fc from 'fast-check';
import { curl, send, untilServed } from '../harness/http.mjs';
import { untilReversed } from '../harness/verdict.mjs';
import { consoleRequests } from './console-requests.mjs';
import { dataRequests } from './data-requests.mjs';
import { expectationOf } from './expectation.mjs';
import { codeOf, undue, unsound } from './soundness.mjs';

const isConsole = (number) => number % 4 === 3;
const placeOf = (number) => (isConsole(number) ? (number - 3) / 4 : number - Math.floor((number + 1) / 4));
const shrinkingMs = 10_000;
/** More upstream requests than any operation makes. */
const maxUpstream = 5;
/** The form of every upstream path: text of a caller must not change it. */
const upstreamPath = /^\/(api\/v1\/|graphql\/query)(?!.*(\.\.|%2e|\/\/))/i;
/** Codes of requests that are refused before authentication, so that no account's log has them. */
const unlogged = new Set(['bad_request', 'method_not_allowed', 'unknown_route', 'headers_too_large']);
/** After this many requests, support confirms its password again, because some steps need a recent confirmation. */
const consoleRequestsPerConfirmation = 500;

export class Caller {
  counts = { data: new Map(), console: new Map() };
  /** Request id → what the response reported, for requests with a known key. */
  reported = new Map();
  #seenIds = new Set();
  #requests;
  #properties;
  #failuresOf;
  #upstreamBefore;
  #consoleRequests = 0;

  constructor(world, seed, count) {
    Object.assign(this, { world, seed });
    const data = dataRequests(world);
    const console = consoleRequests(world.victim.ids);
    const drawn = (arbitrary, numRuns) => fc.sample(arbitrary, { seed, numRuns });
    this.#requests = [drawn(data, Math.ceil((count * 3) / 4)), drawn(console, Math.ceil(count / 4))];
    this.#failuresOf = [(request) => this.#dataFailures(request), (request) => this.#consoleFailures(request)];
    this.#properties = [data, console].map((arbitrary, kind) =>
      fc.asyncProperty(arbitrary, async (request) => (await this.#failuresOf[kind](request)).length === 0),
    );
  }

  requestOf(number) {
    return this.#requests[Number(isConsole(number))][placeOf(number)];
  }

  async check(number) {
    return this.#failuresOf[Number(isConsole(number))](this.requestOf(number));
  }

  /** Minimizes a request that fails. @returns its failures, with the command that repeats it. */
  async repeating(number) {
    const path = `${placeOf(number)}`;
    const settings = { seed: this.seed, path, interruptAfterTimeLimit: shrinkingMs };
    const { counterexample } = await fc.check(this.#properties[Number(isConsole(number))], settings);
    const smallest = counterexample?.[0] ?? this.requestOf(number);
    const failures = await this.#failuresOf[Number(isConsole(number))](smallest);
    return `${failures.join('; ')}\n    ${this.shown(smallest)}`;
  }

  shown(request) {
    return curl(this.world.baseUrl, 'person' in request ? this.#signed(request) : request).slice(0, 2_000);
  }

  async #dataFailures(request, isRepeated = false) {
    const { world } = this;
    const expected = expectationOf(request, world);
    const { simulator } = world;
    this.#upstreamBefore ??= await simulator.total();
    const { owner, operation } = expected;
    const note = (given) => this.#note(request, given, world.accounts[owner], operation);
    // A charge that was confirmed too late is reversed, and then the next balance is as expected again.
    const discard = async (given) => {
      note(given);
      await untilReversed(world.dataSource, [given.headers['x-request-id']]);
    };
    const answer = await untilServed(() => send(world.baseUrl, request), discard);
    const { total, requests } = await simulator.seen(maxUpstream);
    const received = total - this.#upstreamBefore;
    this.#upstreamBefore = total;
    const chosen = requests.slice(-received || maxUpstream).find(({ path }) => !upstreamPath.test(path));
    this.#count('data', answer);
    note(answer);
    const failures = [...unsound(request, answer, this.#seenIds), ...undue(request, answer, expected, received, world)];
    if (chosen) failures.push(`the upstream received ${chosen.path}`);
    // An upstream request may be counted for the next call. If a call seems to make too many, the call is repeated.
    const isLate = failures.length > 0 && failures.every((failure) => failure.startsWith('the upstream received'));
    return isLate && !isRepeated ? this.#dataFailures(request, true) : failures;
  }

  #note({ method }, answer, accountId, operation) {
    const code = codeOf(answer);
    if (!accountId || !operation || operation.isOpen || method !== 'GET' || unlogged.has(code) || answer.status === 408)
      return;
    const { status, headers } = answer;
    this.reported.set(headers['x-request-id'], { accountId, status, code, costUsd: headers['x-cost-usd'] ?? '0' });
  }

  async #consoleFailures(request) {
    const { world } = this;
    if (this.#consoleRequests++ % consoleRequestsPerConfirmation === 0)
      await untilServed(() => world.support.send('POST', '/session/confirm', { password: world.support.password }));
    const answer = await untilServed(() => send(world.baseUrl, this.#signed(request)));
    this.#count('console', answer);
    const { route, person, method } = request;
    const failures = [...unsound(request, answer, this.#seenIds)];
    if (answer.status === 401 && person !== 'nobody') failures.push(...(await this.#returned(person)));
    // Express answers OPTIONS itself with the existing methods.
    if (answer.status >= 400 || method === 'OPTIONS') return failures;
    if (method === route.method && !route.statuses.includes(`${answer.status}`))
      failures.push(`${answer.status} is not documented`);
    if (person === 'nobody' && !route.isOpen) failures.push('succeeded without a session');
    return failures;
  }

  async #returned(person) {
    const browser = this.#browserOf(person);
    if ((await browser.send('GET', '/session')).status === 200) return [];
    const { status, text } = await browser.signIn(browser.email, browser.password);
    return status === 200 ? [] : [`${person} cannot sign in again: ${status} ${text}`];
  }

  #signed({ person, ...request }) {
    return this.#browserOf(person).as(request);
  }

  #browserOf(person) {
    const { support, victim } = this.world;
    return { support, customer: victim }[person] ?? this.world.browser();
  }

  #count(kind, answer) {
    const code = codeOf(answer) ?? `${answer.status}`;
    this.counts[kind].set(code, (this.counts[kind].get(code) ?? 0) + 1);
  }
}
