import { TextInput, type TextInputProps } from '@mantine/core';

/** An amount of dollars, as it is typed. */
export function UsdInput(props: TextInputProps) {
  return <TextInput leftSection="$" inputMode="decimal" {...props} />;
}
