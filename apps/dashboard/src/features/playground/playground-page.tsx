import { Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { accountKey } from '../../account/account-scope';
import { Page } from '../../components/page';
import type { CallValues } from './call-values';
import { operationNamed } from './catalogue';
import { OperationList } from './operation-list';
import { OperationPanel } from './operation-panel';
import { OperationSelect } from './operation-select';
import classes from './playground.module.css';
import { ResponseColumn } from './response-column';
import { type CallResponse, sendCall } from './send-call';
import { keepAnswer, useAnswers } from './trail/answers';
import type { PlaygroundSearch } from './trail/playground-search';
import { pathOf, type Station } from './trail/station';
import { TrailBar } from './trail/trail-bar';
import { trailOf, withStation } from './trail/trail-search';
import { useCallForm } from './use-call-form';
import { valueAt } from './value-path';

/** Every operation, ready to fill in and send; and from each answer the way on to what it names. */
export function PlaygroundPage() {
  const navigate = useNavigate();
  const search: PlaygroundSearch = useSearch({ from: '/signed-in/owner/playground' });
  const trail = trailOf(search);
  const here = trail.stations[trail.at];
  const operation = search.operation === undefined && here ? here.operation : operationNamed(search.operation);
  const isHere = here !== undefined && operation.name === here.operation.name;
  const answers = useAnswers(trail.stations.map(pathOf));
  const answer = isHere ? answers[trail.at] : undefined;
  const form = useCallForm(trail, operation, isHere);
  const call = useCall();
  const ask = (station: Station, key?: string) => {
    const path = pathOf(station);
    void navigate({ to: '/playground', search: withStation(trail, station), resetScroll: false });
    call.mutate({ path, key });
  };
  const sending = call.isPending && (!here || call.variables.path === pathOf(here));
  return (
    <Page
      title="Playground"
      lede="Send a call, then follow the ids in its response. Calls cost the usual price and have a key of their own."
    >
      {trail.stations.length > 0 && <TrailBar trail={trail} search={search} answers={answers} />}
      <div className={classes.playground} data-answered={trail.stations.length > 0 || undefined}>
        <div className={classes.operationColumn}>
          <OperationList chosen={operation.name} search={search} />
        </div>
        <Stack miw={0} className={classes.requestColumn}>
          <OperationSelect chosen={operation.name} search={search} />
          <OperationPanel
            key={operation.name}
            operation={operation}
            values={form.values}
            onType={form.type}
            sending={sending}
            onSend={(key) => {
              const values = filled(form.values);
              ask({ operation, values, sources: isHere ? {} : sourcesIn(answers[trail.at]?.body, values) }, key);
            }}
          />
        </Stack>
        <ResponseColumn
          at={trail.at}
          station={isHere ? here : undefined}
          response={answer}
          error={call.error}
          sending={sending}
          onAsk={ask}
        />
      </div>
    </Page>
  );
}

function useCall() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ path, key }: { path: string; key: string | undefined }): Promise<CallResponse> => {
      const response = await sendCall(path, key);
      keepAnswer(queryClient, path, response);
      return response;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKey({ kind: 'own' }) }),
  });
}

const filled = (values: CallValues): CallValues =>
  Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''));

/** A value that was typed or carried over, and is the id of what was answered before, comes from there. */
function sourcesIn(body: unknown, values: CallValues): Station['sources'] {
  const id = valueAt(body, '/pk');
  const names = Object.keys(values).filter((name) => values[name] === id);
  return Object.fromEntries(names.map((name) => [name, '/pk']));
}
