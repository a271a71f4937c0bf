import { type Answer, json, Refusal, rows } from '../wire/answer';
import type { JsonObject } from '../wire/json';
import { profile } from '../wire/profile';
import { USER_NOT_FOUND } from '../wire/refusals';
import { type Call, type Operation, param } from './operation';
import { existingUser } from './subjects';

function info(call: Call): Answer {
  return json({ user: profile(call.view, existingUser(call.view.world, param(call, 'pk'))), status: 'ok' });
}

function infoByName(call: Call): Answer {
  const { world } = call.view;
  const place = world.directory.find(param(call, 'username'));
  if (place === undefined) throw new Refusal(USER_NOT_FOUND);
  return json({ user: profile(call.view, existingUser(world, String(world.userAt(place).pk))), status: 'ok' });
}

/** The same profile in three rows, each with more of it than the one before. */
function infoStream(call: Call): Answer {
  const user = profile(call.view, existingUser(call.view.world, param(call, 'pk')));
  const first = (count: number): JsonObject => Object.fromEntries(Object.entries(user).slice(0, count));
  return rows([first(7), first(34), user].map((part) => ({ user: part, status: 'ok' })));
}

export const USER_OPERATIONS: readonly Operation[] = [
  { name: 'users.info', method: 'GET', path: '/api/v1/users/{pk}/info/', answer: info },
  { name: 'users.info_stream', method: 'POST', path: '/api/v1/users/{pk}/info_stream/', answer: infoStream },
  { name: 'users.usernameinfo', method: 'GET', path: '/api/v1/users/{username}/usernameinfo/', answer: infoByName },
];
