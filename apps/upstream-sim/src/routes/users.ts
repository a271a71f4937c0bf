import { aboutPanel } from '../wire/about-panel';
import { type Answer, json, rows } from '../wire/answer';
import type { JsonObject } from '../wire/json';
import { profile } from '../wire/profile';
import { refusal } from '../wire/refusals';
import { type Call, param } from './operation';
import { existingUser, viewableUser } from './subjects';

export function userInfo(call: Call): Answer {
  return json({ user: profile(call.view, existingUser(call.view.world, param(call, 'pk'))), status: 'ok' });
}

export function userInfoByName(call: Call): Answer {
  const { world } = call.view;
  const place = world.directory.find(param(call, 'username'));
  if (place === undefined) throw refusal('user_not_found_404');
  return json({ user: profile(call.view, existingUser(world, String(world.userAt(place).pk))), status: 'ok' });
}

/** The profile in three rows, each with more members than the one before. */
export function userInfoStream(call: Call): Answer {
  const user = profile(call.view, existingUser(call.view.world, param(call, 'pk')));
  const first = (count: number): JsonObject => Object.fromEntries(Object.entries(user).slice(0, count));
  return rows([first(7), first(34), user].map((part) => ({ user: part, status: 'ok' })));
}

export const aboutUser = (call: Call): Answer =>
  json(aboutPanel(call.view, viewableUser(call.view.world, call.form.get('target_user_id') ?? '')));
