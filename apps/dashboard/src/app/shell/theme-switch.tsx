import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { Icon, type IconName } from '../../components/icon';
import { Segments } from '../../components/segments';

const choices: readonly { value: MantineColorScheme; label: string; icon: IconName }[] = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'auto', label: 'As the system', icon: 'system' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
];

export function ThemeSwitch() {
  // Without transitions it would write a style element to switch them off, which the CSP forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <Segments
      label="Colours"
      value={colorScheme}
      onChange={setColorScheme}
      choices={choices.map(({ value, label, icon }) => ({
        value,
        label: (
          <span title={label}>
            <Icon name={icon} size={16} />
            <span className="visually-hidden">{label}</span>
          </span>
        ),
      }))}
    />
  );
}
