import { aboutPanel } from '../wire/about-panel';
import { type Answer, json } from '../wire/answer';
import type { Call, Operation } from './operation';
import { viewableUser } from './subjects';

const about = (call: Call): Answer =>
  json(aboutPanel(call.view, viewableUser(call.view.world, call.form.get('target_user_id') ?? '')));

export const ABOUT_OPERATIONS: readonly Operation[] = [
  {
    name: 'users.about',
    method: 'POST',
    path: '/api/v1/bloks/apps/com.instagram.interactions.about_this_account/',
    answer: about,
  },
];
