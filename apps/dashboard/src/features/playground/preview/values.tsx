import { Box } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';
import { Moment } from '../../../components/values';
import { formatCount } from '../../../format/counts';
import { mentionPattern, referencesAt } from '../history/references';
import { valueAt } from '../value-path';
import classes from './preview.module.css';

/** The response body, whose values are addressed by JSON Pointers. */
export const BodyContext = createContext<unknown>(undefined);

export const useValue = (at: string): unknown => valueAt(useContext(BodyContext), at);

export const useText = (at: string): string | undefined => {
  const value = useValue(at);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

interface ShownProps {
  at: string;
  before?: string;
  className?: string;
}

export function Shown({ at, before = '', className = '' }: ShownProps) {
  const body = useContext(BodyContext);
  const value = valueAt(body, at);
  if (value === undefined || value === null || value === '' || typeof value === 'object') return null;
  const text = before + String(value);
  if (referencesAt(body, at).length === 0)
    return (
      <span data-path={at} className={`${classes.shown} ${className}`}>
        {text}
      </span>
    );
  return (
    <Chip at={at} className={className}>
      {text}
    </Chip>
  );
}

interface ChipProps extends ShownProps {
  label?: string;
  children: ReactNode;
}

function Chip({ at, label = '', className = '', children }: ChipProps) {
  return (
    <button
      type="button"
      data-path={at}
      data-reference={label}
      aria-haspopup="menu"
      className={`${classes.chip} ${className}`}
    >
      {children}
    </button>
  );
}

export function Count({ at, name, one }: { at: string; name: string; one: string }) {
  const value = useValue(at);
  if (typeof value !== 'number') return null;
  return (
    <span data-path={at} className={classes.shown}>
      <strong>{formatCount(value)}</strong> <span className="soft">{value === 1 ? one : name}</span>
    </span>
  );
}

export function Taken({ at }: { at: string }) {
  const value = useValue(at);
  if (typeof value !== 'number' || value <= 0) return null;
  return (
    <span data-path={at} className={`soft ${classes.shown}`}>
      <Moment at={new Date(value * 1_000).toISOString()} as="date" />
    </span>
  );
}

export function Prose({ at, className = '' }: { at: string; className?: string }) {
  const text = useText(at);
  if (text === undefined) return null;
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(mentionPattern)) {
    parts.push(text.slice(from, match.index));
    parts.push(
      <Chip key={match.index} at={at} label={match[0]}>
        {match[0]}
      </Chip>,
    );
    from = match.index + match[0].length;
  }
  return (
    <p data-path={at} className={`${classes.prose} ${classes.shown} ${className}`}>
      {parts}
      {text.slice(from)}
    </p>
  );
}

/** Loads the image from the host that the response names, without a referrer. */
export function Picture({ at, alt, size }: { at: string; alt: string; size?: string }) {
  const url = useText(at);
  const shape = size ? { w: size, h: size, bdrs: '50%' } : { display: 'block', w: '100%', bdrs: 'var(--radius)' };
  const picture = { className: classes.picture, ...shape };
  if (!url || !/^https?:/.test(url)) return <Box component="span" {...picture} aria-hidden="true" />;
  return (
    <Box component="img" {...picture} data-path={at} src={url} alt={alt} loading="lazy" referrerPolicy="no-referrer" />
  );
}
