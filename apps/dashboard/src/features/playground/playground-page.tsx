import { Button, NativeSelect, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { accountKey } from '../../account/account-scope';
import { ProblemAlert } from '../../components/alert-box';
import { Page } from '../../components/page';
import { Waiting } from '../../components/query-view';
import { type CallValues, nextPageOf, withExamples, withoutTokens, withTyped } from './call-values';
import { catalogue, operationNamed } from './catalogue';
import { type CallHistory, historyOf, withStep } from './history/history';
import { HistoryBar } from './history/history-bar';
import type { PlaygroundSearch } from './history/playground-search';
import { cacheResponse, useResponses } from './history/responses';
import { pathOf, type Step } from './history/step';
import { OperationPanel } from './operation-panel';
import classes from './playground.module.css';
import { ResponsePanel } from './response-panel';
import { type CallResponse, sendCall } from './send-call';
import { WatchButton } from './watch-button';

export function PlaygroundPage() {
  const navigate = useNavigate();
  const search: PlaygroundSearch = useSearch({ from: '/signed-in/owner/playground' });
  const history = historyOf(search);
  const here = history.steps[history.at];
  const operation = search.operation === undefined && here ? here.operation : operationNamed(search.operation);
  const isHere = here !== undefined && operation.name === here.operation.name;
  const responses = useResponses(history.steps.map(pathOf));
  const response = isHere ? responses[history.at] : undefined;
  const next = isHere && response ? nextPageOf(operation, response.body) : undefined;
  const form = useCallForm(history, operation, isHere);
  const call = useCall();
  const send = (step: Step, isAgain = false) => {
    void navigate({ to: '/playground', search: withStep(history, step, isAgain), resetScroll: false });
    call.mutate(pathOf(step));
  };
  const sending = call.isPending && (!here || call.variables === pathOf(here));
  return (
    <Page
      title="Playground"
      lede="Send a call, then follow the ids in its response. Calls cost the usual price and use the key Playground."
    >
      {history.steps.length > 0 && <HistoryBar history={history} search={search} responses={responses} />}
      <div className={classes.playground} data-answered={history.steps.length > 0 || undefined}>
        <Stack miw={0} className={classes.requestColumn}>
          <OperationSelect chosen={operation.name} search={search} />
          <OperationPanel
            key={operation.name}
            operation={operation}
            values={form.values}
            onType={form.type}
            sending={sending}
            onSend={() => send({ operation, values: filled(form.values) }, isHere)}
          />
        </Stack>
        <Stack miw={0}>
          {call.error && <ProblemAlert error={call.error} />}
          {!response && sending && <Waiting label="Waiting for the response" lines={8} />}
          {!response && !sending && !call.error && isHere && (
            <Stack component="section" className="surface soft" aria-label="Response" p="var(--gutter)" gap="xs">
              <p>This tab does not have the response yet: a link contains calls, not responses.</p>
              <p>Send the call to see the response, at the price beside the button.</p>
            </Stack>
          )}
          {response && isHere && (
            <ResponsePanel
              key={pathOf(here) + history.at}
              operation={operation}
              response={response}
              onSend={(step) => send(step)}
            >
              <WatchButton operation={operation} values={here.values} response={response} />
              {next && (
                <Button onClick={() => send({ operation, values: { ...here.values, ...next } })}>Next page</Button>
              )}
            </ResponsePanel>
          )}
        </Stack>
      </div>
    </Page>
  );
}

function useCall() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (path: string): Promise<CallResponse> => {
      const response = await sendCall(path);
      cacheResponse(queryClient, path, response);
      return response;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKey({ kind: 'own' }) }),
  });
}

const filled = (values: CallValues): CallValues =>
  Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''));

/** Choosing an operation keeps the history: the next call continues it. */
function OperationSelect({ chosen, search }: { chosen: string; search: PlaygroundSearch }) {
  const navigate = useNavigate();
  return (
    <NativeSelect
      label="Operation"
      value={chosen}
      onChange={({ currentTarget: { value } }) =>
        void navigate({ to: '/playground', search: { ...search, operation: value }, resetScroll: false })
      }
      data={catalogue}
    />
  );
}

/** The values of the step, or of earlier calls and typed fields. What the user types now overrides them. */
function useCallForm(history: CallHistory, operation: Step['operation'], isHere: boolean) {
  const here = history.steps[history.at];
  const of = `${operation.name} ${here ? pathOf(here) : ''}`;
  const [typed, setTyped] = useState<{ of: string; values: CallValues }>({ of, values: {} });
  const [remembered, setRemembered] = useState<CallValues>({});
  const sent = Object.assign({}, ...history.steps.slice(0, history.at + 1).map(({ values }) => values));
  const before = isHere && here ? here.values : withoutTokens({ ...remembered, ...sent });
  const values = withExamples(operation, { ...before, ...(typed.of === of && typed.values) });
  const type = (name: string, text: string) => {
    const after = withTyped(operation, values, name, text);
    setTyped({ of, values: after });
    setRemembered((known) => ({ ...known, [name]: text }));
  };
  return { values, type };
}
