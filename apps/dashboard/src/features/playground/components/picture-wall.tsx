import type { Picture } from '../pictures';
import classes from './picture-wall.module.css';

/** Loads straight from where the answer points, without telling that host where the reader comes from. */
export function PictureWall({ pictures }: { pictures: readonly Picture[] }) {
  return (
    <ul className={classes.wall}>
      {pictures.map(({ url, alt, width = 320, height = 320 }) => (
        <li key={url}>
          <figure className={classes.picture}>
            <img src={url} alt={alt} width={width} height={height} loading="lazy" referrerPolicy="no-referrer" />
            <figcaption aria-hidden="true">{alt}</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
