import { Button, Tabs } from '@mantine/core';
import { CodeBlock } from '../../../components/code-block';
import { Money } from '../../../components/money';
import { Panel } from '../../../components/panel';
import { StatusBadge } from '../../../components/status-badge';
import { countOf, formatBytes, formatDuration } from '../../../format/counts';
import { picturesOf } from '../pictures';
import { type CallAnswer, headerOf } from '../send-call';
import classes from './answer-panel.module.css';
import { HeaderTable } from './header-table';
import { JsonTree } from './json-tree';
import { PictureWall } from './picture-wall';

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
        <section className={classes.tab} aria-label="Content of the answer" {...scrollable}>
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
    <p className={classes.summary} role="status">
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
