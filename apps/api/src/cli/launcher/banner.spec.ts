import { resolve } from 'node:path';
import { readEnv } from '../../platform/config/env';
import { bannerOf } from './banner';

describe('the banner of npm start', () => {
  const env = readEnv({ DATA_DIR: 'a-folder', PORT: '4001' });

  it('prints the database folder when PostgreSQL cannot run below DATA_DIR', () => {
    const banner = bannerOf(env, '/var/lib/loupe/0123456789ab');
    expect(banner).toContain(`The database is in /var/lib/loupe/0123456789ab: PostgreSQL's user cannot enter`);
  });

  it.each([
    ['is inside DATA_DIR', resolve('a-folder/postgres')],
    ['is unknown', undefined],
  ])('does not mention the database folder when it %s', (_, clusterDir) => {
    const banner = bannerOf(env, clusterDir);
    expect(banner).toContain('http://localhost:4001/docs');
    expect(banner).not.toContain('The database');
  });
});
