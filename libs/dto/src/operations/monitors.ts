import { digits, optional, token } from '../parameters/parameter';
import { defineOperations } from './operation';

/**
 * What a monitor has found. It stands beside the table of operations: it asks nothing of the upstream, and there is no example that works
 * with every key.
 */
export const { events: monitorEvents } = defineOperations('monitors', {
  events: {
    path: '/monitors/{monitor_id}/events',
    summary: 'What a monitor has found',
    description:
      'The events of the last 90 days, oldest first, each once and in order. The id of an event is the cursor of what follows it, now or later: to go on after the last page, send the id of the last event. Needs a live key of the account.',
    parameters: {
      monitor_id: digits({ description: 'Id of the monitor.', example: '1' }),
      cursor: optional(
        token({
          description: 'Id of an event of this monitor, or next_cursor. Without it, the oldest event comes first.',
        }),
      ),
    },
    priceUnits: 0,
    answer: { kind: 'list', of: 'MonitorEvent' },
    problems: ['not_found'],
  },
});

export const monitorEventsExample = {
  items: [
    {
      id: '812',
      monitor_id: '5',
      at: '2026-11-22T15:40:00.000Z',
      kind: 'changed',
      field: 'follower_count',
      before: 417,
      after: 419,
    },
  ],
  next_cursor: null,
  has_more: false,
};

export const monitorsDescription =
  'What the monitors of your account have found. You create monitors in the dashboard, or below /manage.';
