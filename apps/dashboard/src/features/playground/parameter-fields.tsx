import type { Operation } from '@loupe/dto';
import { Box, NativeSelect, TextInput } from '@mantine/core';
import { countOf } from '../../format/counts';
import type { CallValues } from './call-values';
import classes from './playground.module.css';

interface ParameterFieldsProps {
  operation: Operation;
  values: CallValues;
  errors: Readonly<Record<string, string>>;
  onType: (name: string, text: string) => void;
}

export function ParameterFields({ operation, values, errors, onType }: ParameterFieldsProps) {
  const exclusive = operation.exclusive?.required ? operation.exclusive.parameters : [];
  const isMain = (name: string) => operation.parameters[name]?.required || exclusive.includes(name);
  const names = Object.keys(operation.parameters).filter((name) => !operation.parameters[name]?.deprecated);
  const optional = names.filter((name) => !isMain(name));
  const fields = (some: readonly string[]) => (
    <div className={classes.callFields}>
      {some.map((name) => (
        <ParameterField
          key={name}
          name={name}
          parameter={operation.parameters[name]!}
          text={values[name] ?? ''}
          error={errors[name]}
          onType={(text) => onType(name, text)}
        />
      ))}
    </div>
  );
  return (
    <>
      {fields(names.filter(isMain))}
      {optional.length > 0 && (
        <details open={optional.some((name) => values[name]) || undefined}>
          <Box component="summary" className="soft" py="var(--space-1)" style={{ cursor: 'pointer' }}>
            {countOf(optional.length, 'optional parameter')}
          </Box>
          {fields(optional)}
        </details>
      )}
    </>
  );
}

interface ParameterFieldProps {
  name: string;
  parameter: Operation['parameters'][string];
  text: string;
  error: string | undefined;
  onType: (text: string) => void;
}

function ParameterField({ name, parameter, text, error, onType }: ParameterFieldProps) {
  const shared = {
    label: name,
    description: parameter.description.replaceAll('`', ''),
    required: parameter.required,
    error,
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
