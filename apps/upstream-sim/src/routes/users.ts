import { aboutPanel } from '../wire/about-panel';
import { type Answer, json, rows } from '../wire/answer';
import type { JsonObject } from '../wire/json';
import { profile } from '../wire/profile';
import { refusal } from '../wire/refusals';
import { type Call, get, type Operation, param, post } from './operation';
import { existingUser, viewableUser } from './subjects';

function userInfo(call: Call): Answer {
  return json({ user: profile(call.view, existingUser(call.view.world, param(call, 'pk'))), status: 'ok' });
}

function userInfoByName(call: Call): Answer {
  const { world } = call.view;
  const place = world.directory.find(param(call, 'username'));
  if (place === undefined) throw refusal('user_not_found_404');
  return json({ user: profile(call.view, existingUser(world, String(world.userAt(place).pk))), status: 'ok' });
}

function userInfoStream(call: Call): Answer {
  const user = profile(call.view, existingUser(call.view.world, param(call, 'pk')));
  const first = (count: number): JsonObject => Object.fromEntries(Object.entries(user).slice(0, count));
  return rows([first(7), first(34), user].map((part) => ({ user: part, status: 'ok' })));
}

const aboutUser = (call: Call): Answer =>
  json(aboutPanel(call.view, viewableUser(call.view.world, call.form.get('target_user_id') ?? '')));

export const usersOperations: readonly Operation[] = [
  get('users.info', 'users/{pk}/info', userInfo),
  post('users.info_stream', 'users/{pk}/info_stream', userInfoStream),
  get('users.usernameinfo', 'users/{username}/usernameinfo', userInfoByName),
  post('users.about', 'bloks/apps/com.instagram.interactions.about_this_account', aboutUser),
];
