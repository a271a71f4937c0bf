import { ActionIcon, Box, Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './copy.module.css';
import { useHint } from './hint';
import { Icon } from './icon';

interface CopyButtonProps {
  text: string;
  /** What it copies: "Copy key". */
  label: string;
  wide?: boolean;
}

export function CopyButton({ text, label, wide = false }: CopyButtonProps) {
  const { copied, copy } = useCopy(text);
  const { on, hint } = useHint<HTMLButtonElement>(label);
  const icon = <Icon name={copied ? 'check' : 'copy'} size={16} />;
  return (
    <>
      {wide ? (
        <Button onClick={copy} leftSection={icon}>
          {copied ? 'Copied' : label}
        </Button>
      ) : (
        <>
          <ActionIcon {...on} className="unprinted" variant="subtle" color="gray" aria-label={label} onClick={copy}>
            {icon}
          </ActionIcon>
          {hint}
        </>
      )}
      <span role="status" className="visually-hidden">
        {copied ? 'Copied' : ''}
      </span>
    </>
  );
}

/** Code to be copied; the label is for a screen reader. Long lines wrap: nothing hides behind a scroll bar. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className={classes.codeBlock}>
      <pre className={classes.code}>{code}</pre>
      <Box pos="absolute" top="var(--space-2)" right="var(--space-2)">
        <CopyButton text={code} label={`Copy: ${label}`} />
      </Box>
    </div>
  );
}

/** The end of a long id, where ids of the same hour differ, with a button that copies it all. */
export function ShortId({ id, what }: { id: string; what: string }) {
  return (
    <Group component="span" display="inline-flex" wrap="nowrap" gap={0} style={{ whiteSpace: 'nowrap' }}>
      <code>…{id.slice(-6)}</code>
      <CopyButton text={id} label={`Copy ${what}`} />
    </Group>
  );
}

/** Copies also where the page is served over plain HTTP, which has no clipboard API. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  const host = document.querySelector('[role="dialog"]') ?? document.body; // a dialog keeps the focus inside
  host.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}

/** `copied` stays true for two seconds after each copy. */
function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  return {
    copied,
    copy: () => {
      copyText(text).then(
        () => setCopied(true),
        () => setCopied(false),
      );
    },
  };
}
