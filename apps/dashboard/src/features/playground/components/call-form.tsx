import type { Operation } from '@loupe/dto';
import { Button } from '@mantine/core';
import { Icon } from '../../../components/icon';
import { describeUsd } from '../../../format/usd';
import type { CallValues } from '../call-values';
import classes from './call-form.module.css';
import { KeyChoice } from './key-choice';
import { ParameterField } from './parameter-field';

interface CallFormProps {
  operation: Operation;
  values: CallValues;
  faults: Readonly<Record<string, string>>;
  onType: (name: string, text: string) => void;
  /** The text of the chosen key, as soon as this tab knows it. */
  onKey: (key: string | undefined) => void;
  keyMissing: boolean;
  priceUsd: string | undefined;
  sending: boolean;
  onSend: () => void;
}

export function CallForm({ operation, values, faults, onType, onKey, keyMissing, ...call }: CallFormProps) {
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        call.onSend();
      }}
    >
      <p className={classes.path}>
        <code>
          GET <b>{operation.path}</b>
        </code>
      </p>
      <div className={classes.fields}>
        {Object.entries(operation.parameters).map(([name, parameter]) => (
          <ParameterField
            key={name}
            name={name}
            parameter={parameter}
            text={values[name] ?? ''}
            fault={faults[name]}
            onType={(text) => onType(name, text)}
          />
        ))}
      </div>
      {!operation.keyless && <KeyChoice onKey={onKey} missing={keyMissing} />}
      <div className={classes.send}>
        <p className={classes.price}>
          <Price units={operation.priceUnits} priceUsd={call.priceUsd} />
        </p>
        <Button type="submit" loading={call.sending} leftSection={<Icon name="send" size={16} />}>
          Send
        </Button>
      </div>
    </form>
  );
}

/** What an answer will cost, before it is asked for. */
function Price({ units, priceUsd }: { units: number; priceUsd: string | undefined }) {
  if (units === 0) return 'This call is free.';
  return (
    <>
      This call costs <strong>{priceUsd === undefined ? '…' : describeUsd(priceUsd)}</strong>
      {units > 1 && `, ${units} units`}; refused and failed requests are free, “not found” is an answer.
    </>
  );
}
