import { ActionIcon, Button } from '@mantine/core';
import { Icon } from './icon';
import { useCopy } from './use-copy';

interface CopyButtonProps {
  text: string;
  /** What it copies: "Copy the key". */
  label: string;
  /** With its words beside the icon. */
  wide?: boolean;
}

export function CopyButton({ text, label, wide = false }: CopyButtonProps) {
  const { copied, copy } = useCopy(text);
  const icon = <Icon name={copied ? 'check' : 'copy'} size={16} />;
  const announcement = (
    <span role="status" className="visually-hidden">
      {copied ? 'Copied' : ''}
    </span>
  );
  if (wide)
    return (
      <>
        <Button onClick={copy} leftSection={icon}>
          {copied ? 'Copied' : label}
        </Button>
        {announcement}
      </>
    );
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={copy}>
        {icon}
      </ActionIcon>
      {announcement}
    </>
  );
}
