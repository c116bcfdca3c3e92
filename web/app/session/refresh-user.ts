import type { User } from '#contract/accounts.ts';
import { call } from '#web/api/call.ts';
import { sessionStore } from './session.ts';

/** Fetches the user again and updates the session; the token stays. */
export const refreshUser = async (): Promise<User> => {
  const { user } = await call('GET /user/me');
  sessionStore.refresh(user);
  return user;
};
