import { Button, Group, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CallResponse } from '../send-call';
import type { CallHistory } from './history';
import classes from './history.module.css';
import type { PlaygroundSearch } from './playground-search';
import { labelOf } from './step';

interface HistoryBarProps {
  history: CallHistory;
  search: PlaygroundSearch;
  responses: readonly (CallResponse | undefined)[];
}

/** Going back to a step is free while this tab has its response. */
export function HistoryBar({ history: { steps, at }, search, responses }: HistoryBarProps) {
  return (
    <Group
      component="nav"
      aria-label="Calls so far"
      className="surface"
      gap="var(--space-2) var(--space-6)"
      px="var(--gutter)"
      py="sm"
    >
      <ol className={classes.steps}>
        {steps.map((step, index) => {
          const response = responses[index];
          const hint = response ? 'Going back is free: this tab has the response.' : 'Not sent in this tab yet.';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: its position identifies a step
            <li key={index}>
              <Tooltip label={hint} openDelay={400} events={{ hover: true, focus: true, touch: true }}>
                <Link
                  to="/playground"
                  search={{ ...(search.trail && { trail: search.trail }), at: index }}
                  className={classes.step}
                  aria-current={index === at ? 'step' : undefined}
                  data-asked={response ? true : undefined}
                >
                  {labelOf(step, response?.body)}
                </Link>
              </Tooltip>
            </li>
          );
        })}
      </ol>
      <Button size="compact-sm" renderRoot={(props) => <Link to="/playground" search={{}} {...props} />}>
        Start over
      </Button>
    </Group>
  );
}
