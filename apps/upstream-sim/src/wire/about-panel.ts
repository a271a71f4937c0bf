import { between, mix, pick, salt } from '../world/chance';
import { wellKnownAt } from '../world/population';
import { usernameAt } from '../world/usernames';
import type { User } from '../world/users';
import vocabulary from '../world/vocabulary/profiles.json';
import type { AboutPanel } from '../world/well-known';
import { float, type JsonObject } from './json';
import type { View } from './view';

const aboutSalt = salt('about');
const preamble =
  "To help keep our community authentic, we're showing information about accounts. People can see this by tapping the name.";
const panels: readonly AboutPanel[] = ['count', 'count', 'list', 'count-and-list', 'unlabelled', 'none'];

const monthOf = (unixSeconds: number): string =>
  new Date(unixSeconds * 1000).toLocaleString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function formerHandles(seed: number, user: User): string[] {
  const draw = mix(seed, aboutSalt, user.index, 1);
  return Array.from({ length: between(draw, 1, 5) }, (_, i) => `${usernameAt(seed, mix(draw, i) % 40_000)}.old`);
}

function formerLines(panel: AboutPanel, handles: readonly string[]): string[] {
  if (panel === 'count') return [String(handles.length)];
  return panel === 'list' ? [...handles] : [String(handles.length), ...handles];
}

/** Lines of the “about this account” panel from top to bottom; no lines for `none` or a quietly private account. */
function aboutLines(seed: number, user: User): string[] {
  const panel = wellKnownAt(user.index)?.aboutPanel ?? pick(mix(seed, aboutSalt, user.index), panels);
  if (panel === 'none' || user.privacy === 'quietly-private') return [];
  const joined = monthOf(user.joinedAt);
  const country = pick(mix(seed, aboutSalt, user.index, 2), vocabulary.countries);
  if (panel === 'unlabelled') return [user.username, preamble, joined, country];
  const verified = user.isVerified ? ['Verified', monthOf(user.joinedAt + 40_000_000)] : [];
  const former = ['Former usernames', ...formerLines(panel, formerHandles(seed, user))];
  return [user.username, preamble, 'Date joined', joined, 'Account based in', country, ...verified, ...former];
}

const panelSalt = salt('panel');

const spelledOut = {
  box: 'bk.components.Flexbox',
  children: 'children',
  text: 'bk.components.Text',
  content: 'text',
  style: '_style',
};
const minified = { box: '㐟', children: ' ', text: '㐤', content: '#', style: '$' };
type Dialect = typeof spelledOut;

export function aboutPanel(view: View, user: User): JsonObject {
  const draw = mix(view.world.seed, panelSalt, user.index);
  const dialect = draw % 2 ? minified : spelledOut;
  const lines = aboutLines(view.world.seed, user).map((line) => textNode(dialect, line));
  const tree = {
    [dialect.box]: {
      [dialect.style]: { grow: float(1), width: '100%' },
      [dialect.children]: nested(dialect, lines, draw),
    },
  };
  return {
    layout: {
      bloks_payload: {
        data: [{ id: 'a1', type: 'gs', data: { key: 'ABOUT_ACCOUNT_STATE', initial: 'closed' } }],
        tree,
        props: [{ id: 'p1', name: 'referer_type' }],
        error_attribution: { logging_id: '{"callsite":"about_this_account"}' },
      },
    },
    status: 'ok',
  };
}

function textNode({ text, content, style }: Dialect, line: string): JsonObject {
  return { [text]: { [style]: { text_size: '14sp', text_color: '#FF262626' }, [content]: line } };
}

function nested(dialect: Dialect, nodes: readonly JsonObject[], draw: number): JsonObject[] {
  if (nodes.length < 3) return [...nodes];
  const boxes: JsonObject[] = [];
  for (let from = 0; from < nodes.length; ) {
    const size = 1 + (mix(draw, from) % 3);
    const inside = nested(dialect, nodes.slice(from, from + size), mix(draw, size));
    boxes.push({ [dialect.box]: { [dialect.children]: [{ [dialect.box]: { [dialect.children]: inside } }] } });
    from += size;
  }
  return boxes;
}
