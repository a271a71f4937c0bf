import { Button, Group, Switch, Tabs } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../../components/copy';
import { Panel } from '../../components/panel';
import { Money, StatusBadge } from '../../components/values';
import { countOf, formatBytes, formatDuration } from '../../format/counts';
import { JsonTree, type PickedValue } from './json-tree';
import { type Picture, picturesOf } from './pictures';
import classes from './playground.module.css';
import { type CallResponse, headerOf } from './send-call';
import { ValueMenu } from './value-menu';

interface ResponsePanelProps {
  response: CallResponse;
  onNext?: () => void;
}

/** A region that scrolls must be reachable without a mouse. */
const scrollable = { tabIndex: 0 } as const;

export function ResponsePanel({ response, onNext }: ResponsePanelProps) {
  const pictures = picturesOf(response.body);
  const isJson = response.body !== undefined;
  const [picked, setPicked] = useState<PickedValue>();
  return (
    <Panel
      title="Response"
      actions={
        onNext && (
          <Button variant="default" size="xs" onClick={onNext}>
            Next page
          </Button>
        )
      }
    >
      <Summary response={response} />
      <Tabs defaultValue={isJson ? 'tree' : 'raw'} keepMounted={false}>
        <Tabs.List>
          {isJson && <Tabs.Tab value="tree">Tree</Tabs.Tab>}
          {pictures.length > 0 && <Tabs.Tab value="pictures">{countOf(pictures.length, 'picture')}</Tabs.Tab>}
          <Tabs.Tab value="raw">Raw</Tabs.Tab>
          <Tabs.Tab value="headers">{countOf(response.headers.length, 'header')}</Tabs.Tab>
        </Tabs.List>
        <section className={classes.responseTab} aria-label="Response content" {...scrollable}>
          <Tabs.Panel value="tree">
            <JsonTree value={response.body} onPick={setPicked} />
          </Tabs.Panel>
          <Tabs.Panel value="pictures">
            <PictureWall pictures={pictures} />
          </Tabs.Panel>
          <Tabs.Panel value="raw">
            <RawBody response={response} />
          </Tabs.Panel>
          <Tabs.Panel value="headers">
            <HeaderTable headers={response.headers} />
          </Tabs.Panel>
        </section>
      </Tabs>
      <ValueMenu picked={picked} onClose={() => setPicked(undefined)} />
    </Panel>
  );
}

/** Formatted, it is what the page has read; as received, it is what the server has sent, byte for byte. */
function RawBody({ response }: { response: CallResponse }) {
  const [minified, setMinified] = useState(false);
  const isJson = response.body !== undefined;
  return (
    <>
      {isJson && (
        <Switch
          size="xs"
          mb="xs"
          label="Minified, as received"
          checked={minified}
          onChange={(event) => setMinified(event.currentTarget.checked)}
        />
      )}
      <CodeBlock
        label="response body"
        code={isJson && !minified ? JSON.stringify(response.body, null, 2) : response.text}
      />
    </>
  );
}

function Summary({ response }: { response: CallResponse }) {
  const cost = headerOf(response, 'x-cost-usd');
  const balance = headerOf(response, 'x-balance-usd');
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
    </Group>
  );
}

function HeaderTable({ headers }: { headers: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={classes.headers}>
      {headers.map(([name, value]) => (
        <div key={name}>
          <dt className="soft">{name}</dt>
          <dd className="breakable">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Loads straight from where the response points, without telling that host where the reader comes from. */
function PictureWall({ pictures }: { pictures: readonly Picture[] }) {
  return (
    <ul className={classes.wall}>
      {pictures.map(({ url, alt, width = 320, height = 320 }) => (
        <li key={url}>
          <figure>
            <img src={url} alt={alt} width={width} height={height} loading="lazy" referrerPolicy="no-referrer" />
            <figcaption aria-hidden="true">{alt}</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
