// Stored text is never run as SQL, markup, a formula or code: it is refused, returned trimmed, or defused in an export.
import { setTimeout as sleep } from 'node:timers/promises';
import { brief } from '../area.mjs';
import { formulas, sql, texts } from '../payloads.mjs';

export async function injection(area, world) {
  const customer = await world.createOwner();
  const { id } = customer.key;
  const renaming = customer.as({ method: 'PATCH', path: `/keys/${id}`, body: { name: 'Tests' } });
  await area.control('a key can be renamed', renaming, 200);
  for (const name of area.pick([...sql, ...texts, ...formulas, '\ud800', 'a\udc00b'], 8)) {
    const request = customer.as({ method: 'PATCH', path: `/keys/${id}`, body: { name } });
    await area.attempt(`a key called ${JSON.stringify(name.slice(0, 60))}`, request, (answer) => {
      const isKept = answer.status === 200 && answer.json.name === name.trim();
      return isKept || answer.status === 422 ? undefined : brief(answer);
    });
  }
  for (const name of area.pick(formulas)) {
    if ((await customer.send('PATCH', `/keys/${id}`, { name })).status !== 200) continue;
    while (!(await world.call('/system/balance', customer.key.key)).status) await sleep(50);
    const { text } = await customer.send('GET', '/usage.csv?group_by=key');
    const cell = text.split(/\r\n|,/).find((one) => one.includes(name.replaceAll('"', '""')));
    const isDefused = cell === undefined || cell.replace(/^"/, '').startsWith("'");
    area.check(`the export of a key called ${name}`, isDefused ? undefined : `the cell is ${cell}`);
  }
  await customer.must('PATCH', `/keys/${id}`, { name: 'attack' });
}
