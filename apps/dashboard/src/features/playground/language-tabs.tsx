import { Tabs } from '@mantine/core';
import { CodeBlock } from '../../components/copy';
import { type Language, languages } from '../../snippets/snippets';

export function LanguageTabs({ labelOf, codeOf }: Record<'labelOf' | 'codeOf', (language: Language) => string>) {
  return (
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
          <CodeBlock label={labelOf(language)} code={codeOf(language)} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
