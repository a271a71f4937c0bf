import { Link } from '@tanstack/react-router';
import { useSession } from '../../account/use-session';
import { Icon } from '../../components/icon';
import { Logo } from '../../components/logo';
import { destinations } from './destinations';
import classes from './navigation.module.css';

/** Where the signed-in role can go. In the menu of narrow screens, which closes on the way, without the logo of the bar. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const { role } = useSession().user;
  return (
    <nav aria-label="Main" className={classes.nav}>
      {!onGo && (
        <Link to="/" className={classes.home} aria-label="Loupe, start page">
          <Logo />
        </Link>
      )}
      <ul className={classes.list}>
        {destinations[role].map(({ to, label, icon, exact }) => (
          <li key={to}>
            <Link
              to={to}
              className={classes.link}
              activeOptions={{ exact, includeSearch: false }}
              {...(onGo && { onClick: onGo })}
            >
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
