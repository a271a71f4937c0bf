import { Tabs } from '@mantine/core';
import { CodeBlock } from '../../../components/code-block';
import { Panel } from '../../../components/panel';
import { keyVariable, languages, snippet } from '../../../snippets/snippets';

/** The call that the form makes, as code for elsewhere. */
export function SnippetsPanel({ url }: { url: string }) {
  return (
    <Panel title="The same call as code" answer={`The key comes from the environment variable ${keyVariable}.`}>
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List mb="sm">
          {languages.map((language) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {languages.map((language) => (
          <Tabs.Panel key={language} value={language}>
            <CodeBlock label={language} code={snippet(language, url)} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Panel>
  );
}
