import { Stack } from '@mantine/core';
import { ProblemNotice } from '../../components/notice';
import { Waiting } from '../../components/query-view';
import { AnswerPanel } from './answer-panel';
import { nextPageOf } from './call-values';
import type { CallResponse } from './send-call';
import { pathOf, type Station } from './trail/station';

interface ResponseColumnProps {
  /** The call that the form shows; undefined where it was not sent. */
  station: Station | undefined;
  /** Its place on the trail. */
  at: number;
  response: CallResponse | undefined;
  error: Error | null;
  sending: boolean;
  onAsk: (station: Station) => void;
}

export function ResponseColumn({ station, at, response, error, sending, onAsk }: ResponseColumnProps) {
  const next = station && response && nextPageOf(station.operation, response.body);
  return (
    <Stack miw={0}>
      {error && <ProblemNotice error={error} />}
      {!response && sending && <Waiting label="Waiting for the response" lines={8} />}
      {!response && !sending && !error && station && <NotAsked />}
      {response && station && (
        <AnswerPanel
          key={pathOf(station) + at}
          operation={station.operation}
          response={response}
          onAsk={onAsk}
          {...(next && {
            onNext: () => onAsk({ ...station, values: { ...station.values, ...next }, sources: {} }),
          })}
        />
      )}
    </Stack>
  );
}

function NotAsked() {
  return (
    <section className="surface soft" aria-label="Response">
      <Stack p="var(--gutter)" gap="xs">
        <p>This tab does not have the response yet: a link to a trail holds the calls, not what they returned.</p>
        <p>Send the call to see the response, at the price beside the button.</p>
      </Stack>
    </section>
  );
}
