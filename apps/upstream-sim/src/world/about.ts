import { between, mix, pick, salt } from './chance';
import { wellKnownAt } from './population';
import { usernameAt } from './usernames';
import type { User } from './users';
import { COUNTRIES } from './vocabulary/profile-texts';
import type { AboutPanel } from './well-known-users';

const ABOUT = salt('about');
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const PREAMBLE =
  "To help keep our community authentic, we're showing information about accounts. People can see this by tapping the name.";
const PANELS: readonly AboutPanel[] = ['count', 'count', 'list', 'count-and-list', 'unlabelled', 'none'];

function monthOf(unixSeconds: number): string {
  const date = new Date(unixSeconds * 1000);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

function formerHandles(seed: number, user: User): string[] {
  const draw = mix(seed, ABOUT, user.index, 1);
  return Array.from({ length: between(draw, 1, 5) }, (_, i) => `${usernameAt(seed, mix(draw, i) % 40_000)}.old`);
}

function formerLines(panel: AboutPanel, handles: readonly string[]): string[] {
  if (panel === 'count') return [String(handles.length)];
  return panel === 'list' ? [...handles] : [String(handles.length), ...handles];
}

/** Every line of the “about this account” panel, from top to bottom; none where the account is quietly private. */
export function aboutLines(seed: number, user: User): string[] {
  const panel = wellKnownAt(user.index)?.aboutPanel ?? pick(mix(seed, ABOUT, user.index), PANELS);
  if (panel === 'none' || user.privacy === 'quietly-private') return [];
  const joined = monthOf(user.joinedAt);
  const country = pick(mix(seed, ABOUT, user.index, 2), COUNTRIES);
  if (panel === 'unlabelled') return [user.username, PREAMBLE, joined, country];
  const verified = user.isVerified ? ['Verified', monthOf(user.joinedAt + 40_000_000)] : [];
  const former = ['Former usernames', ...formerLines(panel, formerHandles(seed, user))];
  return [user.username, PREAMBLE, 'Date joined', joined, 'Account based in', country, ...verified, ...former];
}
