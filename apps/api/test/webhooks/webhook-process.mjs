// A process that sends due webhooks, rotates a secret, or sends a delivery again. It prints each point that it reaches, and waits
// at one of them to be killed.
import { Agent } from 'node:http';
import { api } from '../harness/product.mjs';
import { actor, webhooksOn } from './webhooks.mjs';

const { createDataSource } = api('platform/database/data-source');
const { createWebhookClient, postWebhook } = api('core/notifications/webhooks/webhook-post');
const { ChangeAnswersRepository } = api('platform/idempotent-changes/change-answers.repository');
const { IdempotentChanges } = api('platform/idempotent-changes/idempotent-changes');

const { what, databaseUrl, waitAt, accountId, id, idempotencyKey } = JSON.parse(process.argv[2]);
const dataSource = await createDataSource(databaseUrl, 2, 60_000).initialize();
const { webhooks, outbox } = webhooksOn(dataSource);

async function reach(point) {
  process.stdout.write(`${point}\n`);
  if (point === waitAt) await new Promise(() => undefined);
}

async function send() {
  const client = createWebhookClient({ agent: new Agent(), isAllowed: () => true });
  await outbox.deliver(async (message) => {
    await reach('claimed');
    const answer = await postWebhook(message, client);
    await reach('sent');
    return answer;
  });
  await outbox.stop();
}

async function change() {
  const changes = new IdempotentChanges(dataSource, new ChangeAnswersRepository());
  const asked = { owner: 'user 7', role: 'owner', idempotencyKey, request: [what, id] };
  const answer = await changes.once(asked, async (db) => {
    const done =
      what === 'rotate'
        ? { secret: (await webhooks.rotateSecret(db, accountId, id, actor)).secret }
        : { id: (await webhooks.resend(accountId, id, actor, db)).id };
    await reach('performed');
    return done;
  });
  await reach('committed');
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

await (what === 'send' ? send() : change());
await dataSource.destroy();
