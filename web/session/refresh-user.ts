import type { User } from '#contract/accounts.ts';
import { call } from '#web/api/call.ts';
import { sessionStore } from '#web/session/session.ts';

/** Loads the signed-in person again: the stored user becomes current, the token stays. */
export const refreshUser = async (): Promise<User> => {
  const { user } = await call('GET /user/me');
  sessionStore.refresh(user);
  return user;
};
