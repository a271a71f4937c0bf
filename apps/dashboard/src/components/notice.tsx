import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';
import classes from './notice.module.css';

interface NoticeProps {
  tone: 'plain' | 'good' | 'warn' | 'bad';
  title?: string;
  /** Read out as soon as it appears. */
  announced?: boolean;
  children?: ReactNode;
}

const icons: Record<NoticeProps['tone'], IconName> = {
  plain: 'requests',
  good: 'check',
  warn: 'warning',
  bad: 'warning',
};

export function Notice({ tone, title, announced = false, children }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={announced ? 'alert' : undefined}>
      {tone !== 'plain' && (
        <span className={classes.icon}>
          <Icon name={icons[tone]} />
        </span>
      )}
      <div className={classes.body}>
        {title && <strong className={classes.title}>{title}</strong>}
        {children}
      </div>
    </div>
  );
}
