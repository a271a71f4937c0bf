import { CopyButton } from './copy-button';
import classes from './short-id.module.css';

/** The end of a long id, where ids of one hour differ, with the whole of it to copy. */
export function ShortId({ id, what }: { id: string; what: string }) {
  return (
    <span className={classes.id}>
      <code title={id}>…{id.slice(-6)}</code>
      <CopyButton text={id} label={`Copy the ${what}`} />
    </span>
  );
}
