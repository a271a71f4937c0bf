import { formatShare } from '../../../format/counts';
import { placesOfSum } from '../../../format/usd';
import type { Measure, Series } from '../stacked-days';
import classes from './series-legend.module.css';
import { colourOf, formatValue, usdOf } from './series-style';

interface SeriesLegendProps {
  series: readonly Series[];
  measure: Measure;
  /** The series under the pointer, which the chart lights up. */
  onPoint: (id: string | undefined) => void;
}

export function SeriesLegend({ series, measure, onPoint }: SeriesLegendProps) {
  const whole = series.reduce((sum, { total }) => sum + total, 0);
  const places = placesOfSum(usdOf(whole));
  return (
    <table className={classes.legend}>
      <caption className="visually-hidden">Sums of the period</caption>
      <thead>
        <tr>
          {['Name', measure === 'spend' ? 'Spent' : 'Requests', 'Share'].map((heading) => (
            <th key={heading} scope="col" className={classes.heading}>
              <span className="visually-hidden">{heading}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {series.map(({ id, label, total }, index) => (
          <tr key={id} onPointerEnter={() => onPoint(id)} onPointerLeave={() => onPoint(undefined)}>
            <th scope="row" className={classes.name}>
              <span className={classes.swatch} style={{ background: colourOf(id, index) }} />
              {label}
            </th>
            <td className={classes.value}>{formatValue(total, measure, places)}</td>
            <td className={classes.share}>{formatShare(total, whole)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
