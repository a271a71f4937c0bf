import { Box, DataList, Switch, Tabs } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../../components/copy';
import { countOf } from '../../format/counts';
import { JsonTree } from './json-tree';
import { type Picture, picturesOf } from './pictures';
import classes from './playground.module.css';
import type { CallResponse } from './send-call';

/** A region that scrolls must be reachable without a mouse. */
export const scrollable = { tabIndex: 0, 'data-scrolls': true } as const;
export const scrolling = { overflow: 'auto' } as const;

export function AnswerTabs({ response, onPick }: { response: CallResponse; onPick: (line: HTMLElement) => void }) {
  const pictures = picturesOf(response.body);
  const isJson = response.body !== undefined;
  return (
    <Tabs defaultValue={isJson ? 'tree' : 'raw'} keepMounted={false} miw={0}>
      <Tabs.List>
        {isJson && <Tabs.Tab value="tree">JSON</Tabs.Tab>}
        {pictures.length > 0 && <Tabs.Tab value="pictures">{countOf(pictures.length, 'picture')}</Tabs.Tab>}
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
        <Tabs.Panel value="pictures">
          <PictureWall pictures={pictures} />
        </Tabs.Panel>
        <Tabs.Panel value="raw">
          <RawBody response={response} />
        </Tabs.Panel>
        <Tabs.Panel value="headers">
          <HeaderTable headers={response.headers} />
        </Tabs.Panel>
      </Box>
    </Tabs>
  );
}

/** Formatted, it is what the page has read; as received, it is what the server has sent, byte for byte. */
function RawBody({ response }: { response: CallResponse }) {
  const [minified, setMinified] = useState(false);
  const isJson = response.body !== undefined;
  const code = isJson && !minified ? JSON.stringify(response.body, null, 2) : response.text;
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
      <CodeBlock label="response body" code={code} />
    </>
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
