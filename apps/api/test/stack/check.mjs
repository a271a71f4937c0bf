// Checks a stack: kills its primary PostgreSQL under load, then restarts the API processes in turn behind their proxy.
import { setTimeout as sleep } from 'node:timers/promises';
import { History, untilKnown } from '../chaos/callers.mjs';
import { countBy, Load } from '../chaos/load.mjs';
import { failures, judge } from '../chaos/verdict.mjs';
import { until } from './part.mjs';

/** Some of the requested users are private or missing, which is billable like a 200. */
const billable = [200, 403, 404];
const say = (text) => process.stdout.write(`${text}\n`);

/**
 * @param form `{perSecond, requests, killsPatroni, silentSeconds, isBusy}`: the load, the minimum of requests of a rolling restart,
 * whether Patroni dies with its PostgreSQL, how long a standby is silent before its primary dies, and whether the machine is so busy
 * that a commit may take over a second.
 * @returns the failures, in words.
 */
export async function check(stack, form) {
  const customers = await Promise.all([1, 2, 3].map(() => stack.createCustomer()));
  const toppedUp = [];
  for (const [index, customer] of customers.entries()) {
    toppedUp.push(await stack.topUp(customer, 10n ** 12n, `top-up ${index}`));
    await untilKnown(stack.servers, customer.apiKey);
  }
  const history = new History();
  const load = new Load(customers, [stack.proxy], history);
  stack.whenDone(() => load.close());
  load.start(form.perSecond);
  await sleep(2_000);
  const wrong = await failOver(stack, load, form);
  if (form.silentSeconds) await loseUnconfirmed(stack, load, form.silentSeconds);
  await untilCalm(load);
  wrong.push(...(await restartInTurn(stack, load, form)));
  await load.stop();
  const { report, ...money } = await judge(stack.dataSource, history, toppedUp);
  for (const [name, count] of Object.entries(money)) say(`${name.padEnd(32)} ${count}`);
  const failed = failures({ ...money, 'failed races': 0 });
  return failed.length > 0 ? [...wrong, report, `the ledger is wrong: ${failed.join(', ')}`] : wrong;
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
  await Promise.race([load.untilPaid(load.servers[0]), sleep(60_000, undefined, { ref: false })]);
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
  const unexpected = load.since(killedMs).filter(({ status }) => ![...billable, 503].includes(status));
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
    .filter(({ status }) => billable.includes(status))
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
    const refused = load.since(nowMs - 6_000).filter(({ status }) => !billable.includes(status));
    return refused.length === 0 && nowMs - sinceMs > 5_000;
  }).catch(() => say('on this machine, commits take over a second now and then'));
}

async function restartInTurn({ servers, proxy }, load, { requests, isBusy }) {
  const startedMs = performance.now();
  const before = load.answers.length;
  let restarts = 0;
  while (restarts < servers.length || load.answers.length - before < requests) {
    await servers[restarts++ % servers.length].restart();
    await until('all to be ready', async () => (await proxy.up('ready')).length === servers.length);
  }
  const ended = load.answers.slice(before);
  const refused = ended.filter(({ status }) => !billable.includes(status));
  const slow = isBusy ? refused.filter(({ reason }) => reason?.startsWith('Too many charges are waiting')) : [];
  const failed = refused.filter((answer) => !slow.includes(answer));
  const perSecond = Math.round(ended.length / ((performance.now() - startedMs) / 1_000));
  say(`rolling restart: ${restarts} restarts, ${ended.length} requests (${perSecond}/s), ${failed.length} failed`);
  if (slow.length > 0) say(`refused because a commit took over a second: ${slow.length}`);
  return failed.length > 0 ? [`rolling restart: ${JSON.stringify(countBy(failed, inWords))}`] : [];
}

function inWords({ status, reason }) {
  return reason ? `${status} ${reason}` : `${status}`;
}
