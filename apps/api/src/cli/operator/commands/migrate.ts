import * as schema from '../../../platform/database/data-source';
import { command, counted } from '../command';

export const migrate = command({
  name: 'migrate',
  purpose: 'Brings the database up to date, as every start of the server does',
  options: {},
  migrates: true,
  async run(_values, { dataSource }) {
    const applied = await schema.migrate(dataSource);
    return { lines: [applied > 0 ? `${counted(applied, 'migration')} applied` : 'the database is up to date'] };
  },
});
