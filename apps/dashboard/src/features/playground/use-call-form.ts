import { tokenParameters } from '@loupe/dto';
import { useState } from 'react';
import { type CallValues, withExamples, withTyped } from './call-values';
import { pathOf, type Station } from './trail/station';
import type { Trail } from './trail/trail-search';

/** What the form shows: the station's own values, or what was sent and typed before, and over it what is typed now. */
export function useCallForm(trail: Trail, operation: Station['operation'], isHere: boolean) {
  const here = trail.stations[trail.at];
  const of = `${operation.name} ${here ? pathOf(here) : ''}`;
  const [typed, setTyped] = useState<{ of: string; values: CallValues }>({ of, values: {} });
  const [remembered, setRemembered] = useState<CallValues>({});
  const sent = Object.assign({}, ...trail.stations.slice(0, trail.at + 1).map(({ values }) => values));
  const before = isHere && here ? here.values : withoutTokens({ ...remembered, ...sent });
  const values = withExamples(operation, { ...before, ...(typed.of === of && typed.values) });
  const type = (name: string, text: string) => {
    const after = withTyped(operation, values, name, text);
    setTyped({ of, values: after });
    setRemembered((known) => ({ ...known, [name]: text }));
  };
  return { values, type };
}

const withoutTokens = (values: CallValues): CallValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !(tokenParameters as readonly string[]).includes(name)));
