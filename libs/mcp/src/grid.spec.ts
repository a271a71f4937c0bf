import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinedGrid } from './grid';

interface Case {
  says: string;
  media: Record<string, unknown>;
  post?: object;
  joined: object;
}

const cases: Case[] = JSON.parse(readFileSync(join(__dirname, '../../client/test/grid-cases.json'), 'utf8'));

describe('joinedGrid', () => {
  it.each(cases)('joins grid and post halves like the client: $says', ({ media, post, joined }) => {
    const posts = post ? { '1': post } : {};
    expect(joinedGrid({ feed: { profile_grid_items: [{ media: null }, 1, { media }] }, posts })).toEqual([joined]);
  });

  it('returns no posts for an empty page', () => {
    expect(joinedGrid({})).toEqual([]);
  });
});
