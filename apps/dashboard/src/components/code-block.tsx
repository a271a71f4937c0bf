import classes from './code-block.module.css';
import { CopyButton } from './copy-button';

interface CodeBlockProps {
  code: string;
  /** What it is, for the copy button and a screen reader. */
  label: string;
}

/** Code to be copied. Long lines wrap: nothing hides behind a scroll bar. */
export function CodeBlock({ code, label }: CodeBlockProps) {
  return (
    <div className={classes.block}>
      <pre className={classes.code}>{code}</pre>
      <div className={classes.copy}>
        <CopyButton text={code} label={`Copy: ${label}`} />
      </div>
    </div>
  );
}
