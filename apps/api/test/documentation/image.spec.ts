import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFlags } from '../../src/cli/launcher/launch';

const dockerfile = readFileSync(join(__dirname, '../../../../Dockerfile'), 'utf8');

describe('the image', () => {
  it('runs the API as `npm start` does', () => {
    const command = /^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? 'null';
    expect(JSON.parse(command)).toEqual(['node', ...nodeFlags, 'apps/api/dist/main.js']);
  });
});
