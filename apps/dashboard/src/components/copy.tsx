import { CheckIcon, DocumentDuplicateIcon } from '@heroicons/react/24/outline';
import {
  ActionIcon,
  Box,
  Button,
  Code,
  CopyButton as Copying,
  Group,
  Tabs,
  Tooltip,
  VisuallyHidden,
} from '@mantine/core';

interface CopyButtonProps {
  text: string;
  label: string;
  wide?: boolean;
}

export function CopyButton({ text, label, wide = false }: CopyButtonProps) {
  return (
    <Copying value={text} timeout={2_000}>
      {({ copied, copy }) => {
        const icon = copied ? <CheckIcon width={16} /> : <DocumentDuplicateIcon width={16} />;
        return (
          <>
            {wide ? (
              <Button size="sm" variant="filled" onClick={copy} leftSection={icon}>
                {copied ? 'Copied' : label}
              </Button>
            ) : (
              <Tooltip label={label}>
                <ActionIcon className="unprinted" aria-label={label} onClick={copy}>
                  {icon}
                </ActionIcon>
              </Tooltip>
            )}
            <VisuallyHidden role="status">{copied && 'Copied'}</VisuallyHidden>
          </>
        );
      }}
    </Copying>
  );
}

/** `label` names the code in the tooltip of the copy button. Long lines wrap. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <Box pos="relative" w="100%">
      <Code block bd="1px solid var(--line)" lh={1.65} style={wrapped}>
        {code}
      </Code>
      <Box pos="absolute" top="var(--space-2)" right="var(--space-2)">
        <CopyButton text={code} label={`Copy: ${label}`} />
      </Box>
    </Box>
  );
}

const wrapped = {
  padding: 'var(--space-3) 3rem var(--space-3) var(--space-4)',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const;

interface CodeTabsProps<Name extends string> {
  names: readonly Name[];
  defaultName: Name;
  labelOf: (name: Name) => string;
  codeOf: (name: Name) => string;
}

/** Tab ids are built from values; an id must not contain spaces. */
const idPart = (name: string): string => name.replaceAll(' ', '-');

export function CodeTabs<Name extends string>({ names, defaultName, labelOf, codeOf }: CodeTabsProps<Name>) {
  return (
    <Tabs defaultValue={idPart(defaultName)} keepMounted={false}>
      <Tabs.List mb="sm">
        {names.map((name) => (
          <Tabs.Tab key={name} value={idPart(name)}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {names.map((name) => (
        <Tabs.Panel key={name} value={idPart(name)}>
          <CodeBlock label={labelOf(name)} code={codeOf(name)} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** Shows the end of the id, because ids of the same hour begin alike. */
export function ShortId({ id, what }: { id: string; what: string }) {
  return (
    <Group component="span" display="inline-flex" wrap="nowrap" gap={0}>
      <code>…{id.slice(-6)}</code>
      <CopyButton text={id} label={`Copy ${what}`} />
    </Group>
  );
}
