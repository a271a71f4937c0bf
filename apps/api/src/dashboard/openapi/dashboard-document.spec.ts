import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashboardDocument } from './dashboard-document';

const committed = join(__dirname, '../../../dashboard-openapi.json');

describe('the document of the dashboard’s API', () => {
  it('is committed as the code describes it: npm run openapi:dashboard writes it anew', async () => {
    expect(JSON.parse(readFileSync(committed, 'utf8'))).toEqual(JSON.parse(JSON.stringify(await dashboardDocument())));
  });
});
