import type { Operation } from '@loupe/dto';
import { Box, DataList, Group, Tabs } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { CodeBlock } from '../../components/copy';
import { FailureBox } from '../../components/failure-box';
import { Panel } from '../../components/panel';
import { Money, StatusBadge } from '../../components/values';
import { countOf, formatBytes, formatDuration } from '../../format/counts';
import { referencesAt } from './history/references';
import type { Step } from './history/step';
import { JsonTree } from './json-tree';
import { useLinkedValues } from './linked-values';
import classes from './playground.module.css';
import { previewOf } from './preview/preview';
import { type CallResponse, headerOf } from './send-call';
import { type PickedValue, ValueMenu } from './value-menu';
import { valueAt } from './value-path';

interface ResponsePanelProps {
  operation: Operation;
  response: CallResponse;
  onSend: (step: Step) => void;
  children: ReactNode;
}

/** A preview beside the JSON. Pointing at a value in either highlights it in the other. */
export function ResponsePanel({ operation, response, onSend, children }: ResponsePanelProps) {
  const { body, status } = response;
  const preview = useMemo(() => (status === 200 ? previewOf(operation, body) : undefined), [operation, status, body]);
  const region = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<PickedValue>();
  const pick = (element: HTMLElement) => setPicked(pickedAt(body, element));
  // On a narrow screen the response appears below the visible part of the page.
  useEffect(() => {
    const panel = region.current?.closest('section');
    if (panel && panel.getBoundingClientRect().top > window.innerHeight / 2) panel.scrollIntoView({ block: 'start' });
  }, []);
  useLinkedValues(region);
  const onClick = ({ target }: MouseEvent) => {
    const chip = target instanceof Element ? target.closest<HTMLElement>('button[data-reference]') : null;
    if (chip) pick(chip);
  };
  return (
    <Panel title="Response" actions={children}>
      <Summary response={response} />
      <Refusal response={response} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users press the chips inside, which are buttons */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div ref={region} className={classes.lens} data-preview={preview ? true : undefined} onClick={onClick}>
        {preview && (
          <Box component="section" mah="44rem" style={scrolling} aria-label="Preview of the response" {...scrollable}>
            {preview}
          </Box>
        )}
        <ResponseTabs response={response} onPick={pick} />
        {picked && (
          <ValueMenu
            picked={picked}
            onClose={() => setPicked(undefined)}
            onSend={(step) => {
              setPicked(undefined);
              onSend(step);
            }}
          />
        )}
      </div>
    </Panel>
  );
}

function pickedAt(body: unknown, element: HTMLElement): PickedValue {
  const path = element.closest<HTMLElement>('[data-path]')?.dataset.path ?? '';
  const mention = element.dataset.reference;
  const references = referencesAt(body, path).filter(({ label }) => !mention || label === mention);
  return { path, value: mention || valueAt(body, path), references, element };
}

function Refusal({ response }: { response: CallResponse }) {
  if (response.status < 400) return null;
  const { code, detail } = (response.body ?? {}) as { code?: string; detail?: string };
  if (!code) return null;
  const charged = Number(headerOf(response, 'x-cost-usd') ?? 0) > 0;
  return (
    <FailureBox status={response.status} code={code} detail={detail ?? null}>
      {charged ? 'The upstream answered, so the call was charged.' : 'This call was free.'}
      {code === 'key_cap_reached' && (
        <>
          {' '}
          Raise the daily limit of the key “Playground” on the <Link to="/keys">keys page</Link>.
        </>
      )}
    </FailureBox>
  );
}

function Summary({ response }: { response: CallResponse }) {
  const cost = headerOf(response, 'x-cost-usd');
  const balance = headerOf(response, 'x-balance-usd');
  const requestId = headerOf(response, 'x-request-id');
  return (
    <Group component="p" className="soft" role="status" gap="var(--space-1) var(--space-4)" mb="sm">
      <StatusBadge status={response.status} />
      {cost !== undefined && (
        <span>
          cost <Money usd={cost} />
        </span>
      )}
      {balance !== undefined && (
        <span>
          balance <Money usd={balance} />
        </span>
      )}
      <span>{formatDuration(response.durationMs)}</span>
      <span>{formatBytes(new TextEncoder().encode(response.text).length)}</span>
      {requestId && balance !== undefined && (
        <Link to="/requests/$requestId" params={{ requestId }} preload={false}>
          Receipt
        </Link>
      )}
    </Group>
  );
}

/** A scrolling region must be focusable for keyboard users. */
const scrollable = { tabIndex: 0, 'data-scrolls': true } as const;
const scrolling = { overflow: 'auto' } as const;

function ResponseTabs({ response, onPick }: { response: CallResponse; onPick: (line: HTMLElement) => void }) {
  const isJson = response.body !== undefined;
  return (
    <Tabs defaultValue={isJson ? 'tree' : 'raw'} keepMounted={false} miw={0}>
      <Tabs.List>
        {isJson && <Tabs.Tab value="tree">JSON</Tabs.Tab>}
        <Tabs.Tab value="raw">Raw</Tabs.Tab>
        <Tabs.Tab value="headers">{countOf(response.headers.length, 'header')}</Tabs.Tab>
      </Tabs.List>
      <Box
        component="section"
        pos="relative"
        mah="40rem"
        pt="sm"
        style={scrolling}
        aria-label="Response content"
        {...scrollable}
      >
        <Tabs.Panel value="tree">
          <JsonTree value={response.body} onPick={onPick} />
        </Tabs.Panel>
        <Tabs.Panel value="raw">
          <CodeBlock label="response body" code={response.text} />
        </Tabs.Panel>
        <Tabs.Panel value="headers">
          <HeaderTable headers={response.headers} />
        </Tabs.Panel>
      </Box>
    </Tabs>
  );
}

function HeaderTable({ headers }: { headers: readonly (readonly [name: string, value: string])[] }) {
  return (
    <DataList withDivider labelWidth="10rem" gap="0.25rem" ff="monospace">
      {headers.map(([name, value]) => (
        <DataList.Item key={name}>
          <DataList.ItemLabel>{name}</DataList.ItemLabel>
          <DataList.ItemValue className="breakable">{value}</DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  );
}
