// Records one area's attempts and controls. Each failed attempt includes the curl command that repeats it.
import { curl, internals, send, untilServed } from '../harness/http.mjs';

export class Area {
  tried = 0;
  held = 0;
  controls = 0;
  failures = [];

  /** @param chance makes the choices; @param sampleSize how many items of a list a short run uses. */
  constructor(name, baseUrl, chance, sampleSize = Number.POSITIVE_INFINITY) {
    Object.assign(this, { name, baseUrl, sampleSize, choose: chance.choose, shuffle: chance.shuffle });
  }

  get isShort() {
    return Number.isFinite(this.sampleSize);
  }

  /** Picks items by the seed: at most `short` of them in a short run, otherwise at most `full`. */
  pick(list, short = this.sampleSize, full = Number.POSITIVE_INFINITY) {
    const count = this.isShort ? short : full;
    return list.length <= count ? [...list] : this.shuffle(list).slice(0, count);
  }

  /**
   * Sends a hostile request and records a failure unless the response is as expected.
   * @param expected one or several statuses, or a function that returns what is wrong with the response, if anything.
   */
  async attempt(what, request, expected) {
    const answer = await untilServed(() => send(this.baseUrl, request));
    const wrong = alwaysWrong(answer) ?? mismatch(answer, expected);
    this.check(what, wrong && `${wrong}\n    ${curl(this.baseUrl, request)}`);
    return answer;
  }

  async attempts(what, list, requestOf, expected) {
    for (const one of list) {
      const shown = typeof one === 'string' ? one : JSON.stringify(one);
      await this.attempt(`${what} ${JSON.stringify(shown?.slice(0, 80))}`, requestOf(one), expected);
    }
  }

  check(what, wrong) {
    this.tried++;
    if (wrong) this.failures.push(`${this.name}: ${what}: ${wrong}`);
    else this.held++;
  }

  /** Checks that a valid request succeeds. Without this control, refusals prove nothing. */
  async control(what, request, expected) {
    this.verify(what, mismatch(await untilServed(() => send(this.baseUrl, request)), expected));
  }

  verify(what, wrong) {
    this.controls++;
    if (wrong) this.failures.push(`${this.name}: control ${what}: ${wrong}`);
  }
}

function mismatch(answer, expected) {
  if (typeof expected === 'function') return expected(answer);
  const wanted = [expected].flat();
  return wanted.includes(answer.status) ? undefined : `${brief(answer)} instead of ${wanted.join(' or ')}`;
}

function alwaysWrong(answer) {
  if (answer.status === 0 || answer.status === 500) return brief(answer);
  if (answer.status >= 400 && internals.test(answer.text)) return `the response reveals internals: ${brief(answer)}`;
  return undefined;
}

export const brief = ({ status, text }) => `${status} ${text.slice(0, 200)}`;
