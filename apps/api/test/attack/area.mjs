// One area of the attack: its attempts, what held, and each failure with the command that repeats it.
import { curl, send } from './http.mjs';

const insides =
  /node_modules|\bat .+\.(js|ts):\d+|\/apps\/api\/|QueryFailedError|syntax error at|pg_|ECONNREFUSED|\$argon2/;

export class Area {
  tried = 0;
  held = 0;
  controls = 0;
  failures = [];

  /** @param random numbers from 0 to 1 out of the seed; @param sampleSize how many of a list the short form takes. */
  constructor(name, baseUrl, random, sampleSize = Number.POSITIVE_INFINITY) {
    Object.assign(this, { name, baseUrl, random, sampleSize });
  }

  get isShort() {
    return Number.isFinite(this.sampleSize);
  }

  /** Items of a list chosen by the seed: a few in the short form, otherwise all or at most the given number. */
  pick(list, short = this.sampleSize, full = Number.POSITIVE_INFINITY) {
    const count = this.isShort ? short : full;
    if (list.length <= count) return [...list];
    const ranked = [...list].map((item) => ({ item, rank: this.random() }));
    ranked.sort((a, b) => a.rank - b.rank);
    return ranked.slice(0, count).map(({ item }) => item);
  }

  choose(list) {
    return list[Math.floor(this.random() * list.length)];
  }

  /**
   * Sends a request that must be refused, or answered without harm.
   * @param expected a status, several, or a function that returns what is wrong with the response (nothing: undefined).
   */
  async attempt(what, request, expected) {
    const answer = await send(this.baseUrl, request);
    const wrong = flawOf(answer) ?? faultOf(answer, expected);
    this.check(what, wrong && `${wrong}\n    ${curl(this.baseUrl, request)}`);
    return answer;
  }

  async attempts(what, list, ask, expected) {
    for (const one of list) {
      const shown = typeof one === 'string' ? one : JSON.stringify(one);
      await this.attempt(`${what} ${JSON.stringify(shown?.slice(0, 80))}`, ask(one), expected);
    }
  }

  check(what, wrong) {
    this.tried++;
    if (wrong) this.failures.push(`${this.name}: ${what}: ${wrong}`);
    else this.held++;
  }

  /** Shows that a valid request succeeds: without this control the refusals prove nothing. */
  async control(what, request, expected) {
    this.verify(what, faultOf(await send(this.baseUrl, request), expected));
  }

  verify(what, wrong) {
    this.controls++;
    if (wrong) this.failures.push(`${this.name}: control ${what}: ${wrong}`);
  }
}

function faultOf(answer, expected) {
  if (typeof expected === 'function') return expected(answer);
  const wanted = [expected].flat();
  return wanted.includes(answer.status) ? undefined : `${said(answer)} instead of ${wanted.join(' or ')}`;
}

function flawOf(answer) {
  if (answer.status === 0 || answer.status === 500) return said(answer);
  if (answer.status >= 400 && insides.test(answer.text)) return `an answer reveals internals: ${said(answer)}`;
  return undefined;
}

export const said = ({ status, text }) => `${status} ${text.slice(0, 200)}`;

export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
