import { type ReactNode, useEffect } from 'react';
import { Logo } from '../../../components/logo';
import classes from './entrance.module.css';
import { SampleCall } from './sample-call';

interface EntranceProps {
  title: string;
  lede?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
}

/** Frame of the pages before the sign-in: the form, and beside it what this is for. */
export function Entrance({ title, lede, foot, children }: EntranceProps) {
  useEffect(() => {
    document.title = `${title} · Loupe`;
  }, [title]);
  return (
    <div className={classes.entrance}>
      <main className={classes.main}>
        <div className={classes.form}>
          <Logo />
          <h1 className={classes.title}>{title}</h1>
          {lede && <p className={classes.lede}>{lede}</p>}
          {children}
          {foot && <p className={classes.foot}>{foot}</p>}
        </div>
      </main>
      <aside className={classes.side} aria-label="What a call looks like">
        <SampleCall />
      </aside>
    </div>
  );
}
