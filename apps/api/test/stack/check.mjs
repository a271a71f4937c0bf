// Checks a stack: kills its primary PostgreSQL under load, then restarts the API processes in turn behind their proxy.
import { setTimeout as sleep } from 'node:timers/promises';
import { restartInTurn } from '../harness/faults.mjs';
import { countBy, paid } from '../harness/load.mjs';
import { until } from '../harness/part.mjs';
import { say } from '../harness/scenario.mjs';
import { judge } from '../harness/verdict.mjs';

/** What a caller reads when a commit takes a second, or more than three. */
const slowCommit = /^(Too many charges are waiting|The database did not confirm the charge)/;

/**
 * @param form `{perSecond, requests, killsPatroni, silentSeconds, isBusy}`: the load, the minimum of requests of a rolling restart,
 * whether Patroni dies with its PostgreSQL, how long a standby is silent before its primary dies, and whether the machine is so busy
 * that a commit may take over a second.
 * @returns the failures, in words.
 */
export async function check(stack, form) {
  const load = stack.callers(await stack.createCustomers(3), undefined, [stack.proxy]);
  load.start(form.perSecond);
  await sleep(2_000);
  const wrong = await failOver(stack, load, form);
  if (form.silentSeconds) await loseUnconfirmed(stack, load, form.silentSeconds);
  await untilCalm(load);
  wrong.push(...(await restart(stack, load, form)));
  await load.stop();
  return [...wrong, ...(await judge(stack, load))];
}

async function failOver({ postgres }, load, { killsPatroni, isBusy }) {
  const primary = await postgres.primary();
  const killedMs = performance.now();
  await (killsPatroni ? primary.kill() : primary.killPostgres());
  const promoted = await until(
    'another primary',
    async () => {
      const now = await postgres.primary();
      return now !== primary && now;
    },
    120_000,
  );
  const promotedMs = performance.now();
  await load.untilPaid();
  if (killsPatroni) await primary.start();
  await postgres.untilSynchronous(120_000);
  const [lastGood, firstGood] = goodAround(load, killedMs);
  const seconds = (ms) => (ms / 1_000).toFixed(1);
  say(
    `failover: ${primary.name}${killsPatroni ? ' and its Patroni' : ''} killed, ${promoted.name} is primary after ` +
      `${seconds(promotedMs - killedMs)} s, ${seconds(firstGood - lastGood)} s from the last good response to the first, ` +
      `standby again after ${seconds(performance.now() - killedMs)} s`,
  );
  const statuses = countBy(load.since(killedMs), inWords);
  say(`responses during the failover: ${JSON.stringify(statuses)}`);
  const unexpected = load.since(killedMs).filter(({ status }) => ![...paid, 503].includes(status));
  return [
    ...(unexpected.length > 0 ? [`failover: unexpected ${JSON.stringify(countBy(unexpected, inWords))}`] : []),
    ...(firstGood === Number.POSITIVE_INFINITY ? ['no good response after the failover'] : []),
    ...(!isBusy && firstGood - promotedMs > 5_000
      ? [`good responses only ${seconds(firstGood - promotedMs)} s after the promotion`]
      : []),
  ];
}

/** Pauses the standby, then kills the primary with commits that the standby lacks. None of them may be acknowledged. */
async function loseUnconfirmed({ postgres }, load, seconds) {
  const [primary, standby] = [await postgres.primary(), await postgres.untilSynchronous()];
  standby.pausePostgres();
  const silentMs = performance.now();
  await sleep(seconds * 1_000);
  // Killing the standby's processes also loses the data in transit to them.
  await standby.killPostgres();
  await primary.kill();
  const statuses = countBy(load.since(silentMs), inWords);
  await until('the standby to be primary', async () => (await postgres.primary()) === standby, 120_000);
  await primary.start();
  await postgres.untilSynchronous(120_000);
  say(`standby silent for ${seconds} s, then its primary killed: ${JSON.stringify(statuses)}`);
}

/** The ends of the longest gap between good responses: the last response before the gap, and the first after it. */
function goodAround(load, sinceMs) {
  const ends = load.answers
    .filter(({ status }) => paid.includes(status))
    .map(({ startedMs, tookMs }) => startedMs + tookMs)
    .sort((left, right) => left - right);
  const from = Math.max(0, ends.findIndex((endMs) => endMs > sinceMs) - 1);
  let longest = [sinceMs, Number.POSITIVE_INFINITY];
  if (ends.at(-1) > sinceMs) longest = [ends[from], ends[from]];
  for (let index = from + 1; index < ends.length; index++) {
    if (ends[index] - ends[index - 1] > longest[1] - longest[0]) longest = [ends[index - 1], ends[index]];
  }
  return longest;
}

/** Waits up to a minute for five seconds without a refused request: a returning standby takes a moment to catch up. */
function untilCalm(load) {
  const sinceMs = performance.now();
  return until('five seconds without a refused request', () => {
    const nowMs = performance.now();
    const refused = load.since(nowMs - 6_000).filter(({ status }) => !paid.includes(status));
    return refused.length === 0 && nowMs - sinceMs > 5_000;
  }).catch(() => say('on this machine, commits take over a second now and then'));
}

async function restart({ servers, proxy }, load, { requests, isBusy }) {
  const startedMs = performance.now();
  const areAllReady = async () => (await proxy.up('ready')).length === servers.length;
  const { restarts, answers } = await restartInTurn(servers, load, requests, areAllReady);
  const refused = answers.filter(({ status }) => !paid.includes(status));
  const slow = isBusy ? refused.filter(({ reason }) => slowCommit.test(reason ?? '')) : [];
  const failed = refused.filter((answer) => !slow.includes(answer));
  const perSecond = Math.round(answers.length / ((performance.now() - startedMs) / 1_000));
  say(`rolling restart: ${restarts} restarts, ${answers.length} requests (${perSecond}/s), ${failed.length} failed`);
  if (slow.length > 0) say(`refused because a commit took over a second: ${slow.length}`);
  return failed.length > 0 ? [`rolling restart: ${JSON.stringify(countBy(failed, inWords))}`] : [];
}

function inWords({ status, reason }) {
  return reason ? `${status} ${reason}` : `${status}`;
}
