import { Button, Tabs } from '@mantine/core';
import { CodeBlock } from '../../components/copy';
import { Panel } from '../../components/panel';
import { Money, StatusBadge } from '../../components/values';
import { countOf, formatBytes, formatDuration } from '../../format/counts';
import { JsonTree } from './json-tree';
import { type Picture, picturesOf } from './pictures';
import classes from './playground.module.css';
import { type CallAnswer, headerOf } from './send-call';

interface AnswerPanelProps {
  answer: CallAnswer;
  /** Sends the call for the next page; only where there is one. */
  onNext?: () => void;
}

/** A region that scrolls must be reachable without a mouse. */
const scrollable = { tabIndex: 0 } as const;

/** Status, cost and time first; then the body as tree, pictures and text, and the headers. */
export function AnswerPanel({ answer, onNext }: AnswerPanelProps) {
  const pictures = picturesOf(answer.body);
  const isJson = answer.body !== undefined;
  return (
    <Panel
      title="Answer"
      actions={
        onNext && (
          <Button variant="default" size="xs" onClick={onNext}>
            Next page
          </Button>
        )
      }
    >
      <Summary answer={answer} />
      <Tabs defaultValue={isJson ? 'tree' : 'raw'} keepMounted={false}>
        <Tabs.List>
          {isJson && <Tabs.Tab value="tree">Tree</Tabs.Tab>}
          {pictures.length > 0 && <Tabs.Tab value="pictures">{countOf(pictures.length, 'picture')}</Tabs.Tab>}
          <Tabs.Tab value="raw">Raw</Tabs.Tab>
          <Tabs.Tab value="headers">{countOf(answer.headers.length, 'header')}</Tabs.Tab>
        </Tabs.List>
        <section className={classes.responseTab} aria-label="Content of the answer" {...scrollable}>
          <Tabs.Panel value="tree">
            <JsonTree value={answer.body} />
          </Tabs.Panel>
          <Tabs.Panel value="pictures">
            <PictureWall pictures={pictures} />
          </Tabs.Panel>
          <Tabs.Panel value="raw">
            <CodeBlock label="the answer" code={answer.text} />
          </Tabs.Panel>
          <Tabs.Panel value="headers">
            <HeaderTable headers={answer.headers} />
          </Tabs.Panel>
        </section>
      </Tabs>
    </Panel>
  );
}

function Summary({ answer }: { answer: CallAnswer }) {
  const cost = headerOf(answer, 'x-cost-usd');
  const balance = headerOf(answer, 'x-balance-usd');
  return (
    <p className={classes.responseSummary} role="status">
      <StatusBadge status={answer.status} />
      {cost !== undefined && (
        <span>
          cost <Money usd={cost} />
        </span>
      )}
      {balance !== undefined && (
        <span>
          left <Money usd={balance} />
        </span>
      )}
      <span>{formatDuration(answer.durationMs)}</span>
      <span>{formatBytes(new TextEncoder().encode(answer.text).length)}</span>
    </p>
  );
}

function HeaderTable({ headers }: { headers: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={classes.headers}>
      {headers.map(([name, value]) => (
        <div key={name} className={classes.header}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Loads straight from where the answer points, without telling that host where the reader comes from. */
function PictureWall({ pictures }: { pictures: readonly Picture[] }) {
  return (
    <ul className={classes.wall}>
      {pictures.map(({ url, alt, width = 320, height = 320 }) => (
        <li key={url}>
          <figure className={classes.picture}>
            <img src={url} alt={alt} width={width} height={height} loading="lazy" referrerPolicy="no-referrer" />
            <figcaption aria-hidden="true">{alt}</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
