import classes from './header-table.module.css';

export function HeaderTable({ headers }: { headers: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={classes.headers}>
      {headers.map(([name, value]) => (
        <div key={name} className={classes.header}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
