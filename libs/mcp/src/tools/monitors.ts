import { monitorEvents } from '@loupe/dto';
import { detail, many, type Tool, text } from './tool';

export const monitorTools: readonly Tool[] = [
  {
    name: 'loupe_monitor_events',
    title: 'What a monitor has found',
    describe: () =>
      'What a monitor of the account has found, oldest first: new items, or values with before and after. Free. The id of the last event, as cursor, gives those after it, also later.',
    properties: {
      monitor: text('numeric id'),
      cursor: text('next of the previous result, or the id of an event'),
      ...detail,
    },
    required: ['monitor'],
    run(given, run) {
      const monitor_id = given.monitor as string;
      return many(run, monitorEvents, { monitor_id }, given, `Events of monitor ${monitor_id}`);
    },
  },
];
