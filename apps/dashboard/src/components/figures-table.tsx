import classes from './figures-table.module.css';
import { useScrolls } from './table';

interface FiguresTableProps {
  caption: string;
  /** The first one is of the names of the rows. */
  columns: readonly { readonly id: string; readonly title: string }[];
  rows: readonly { readonly name: string; readonly figures: readonly string[] }[];
}

/** The figures of a chart. */
export function FiguresTable({ caption, columns, rows }: FiguresTableProps) {
  const { region, scrolls } = useScrolls();
  return (
    <section ref={region} className={classes.region} aria-label={caption} {...(scrolls && { tabIndex: 0 })}>
      <table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id, title }) => (
              <th key={id} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, figures }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {figures.map((figure, place) => (
                <td key={columns[place + 1]?.id}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
