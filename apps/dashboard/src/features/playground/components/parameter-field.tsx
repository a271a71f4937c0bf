import type { Operation } from '@loupe/dto';
import { NativeSelect, TextInput } from '@mantine/core';

interface ParameterFieldProps {
  name: string;
  parameter: Operation['parameters'][string];
  text: string;
  fault: string | undefined;
  onType: (text: string) => void;
}

/** The field that fits a parameter's schema. */
export function ParameterField({ name, parameter, text, fault, onType }: ParameterFieldProps) {
  const shared = {
    label: name,
    description: parameter.deprecated ? `Deprecated. ${parameter.description}` : parameter.description,
    required: parameter.required,
    error: fault,
    value: text,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => onType(value),
  };
  if (parameter.schema.type === 'boolean')
    return (
      <NativeSelect
        {...shared}
        data={[{ value: '', label: `not sent (${String(parameter.schema.default ?? false)})` }, 'true', 'false']}
      />
    );
  return (
    <TextInput
      {...shared}
      placeholder={parameter.example ?? ''}
      autoComplete="off"
      spellCheck={false}
      inputMode={parameter.schema.type === 'string' ? 'text' : 'decimal'}
    />
  );
}
