import { type ReactNode, useId } from 'react';
import classes from './segments.module.css';

interface SegmentsProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  choices: readonly (readonly [value: Value, label: ReactNode])[];
}

/** Radio buttons that look like one bar. Styled without measuring, which would cost a layout. */
export function Segments<Value extends string>({ label, value, onChange, choices }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes.bar}>
      {choices.map(([choice, text]) => (
        <label key={choice} className={classes.segment}>
          <input
            type="radio"
            className={classes.input}
            name={name}
            value={choice}
            checked={choice === value}
            onChange={() => onChange(choice)}
          />
          {text}
        </label>
      ))}
    </div>
  );
}
