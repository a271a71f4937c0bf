import { Refusal } from '../wire/answer';
import { INVALID_TARGET, NOT_AUTHORIZED, USER_INFO_ERROR, USER_NOT_FOUND } from '../wire/refusals';
import type { User } from '../world/users';
import type { World } from '../world/world';

/** Finds the account a path names; refuses what is unknown, deleted or banned as the platform does. */
export function existingUser(world: World, pk: string): User {
  if (!/^\d{1,19}$/.test(pk)) throw new Refusal(INVALID_TARGET);
  const user = world.userByPk(Number(pk));
  if (!user || user.standing === 'deleted') throw new Refusal(USER_NOT_FOUND);
  if (user.standing === 'banned') throw new Refusal(USER_INFO_ERROR);
  return user;
}

/** The account whose lists are asked for: loudly private ones are refused, quietly private ones give empty lists. */
export function viewableUser(world: World, pk: string): User {
  const user = existingUser(world, pk);
  if (user.privacy === 'private') throw new Refusal(NOT_AUTHORIZED);
  return user;
}

/** Whether the account's lists are empty without a word. */
export const isQuiet = (user: User): boolean => user.privacy === 'quietly-private';
