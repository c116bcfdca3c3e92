import type { z } from 'zod';
import type { Subscription, User } from '#contract/accounts.ts';
import type { Role } from '#contract/values.ts';
import { toInstant } from '#server/clock.ts';
import type { ShownUser } from './accounts.queries.ts';

export interface UserAnswerNeeds {
  /** What payments say of this person now. */
  subscriptionOf: (userId: string, role: Role) => Promise<z.output<typeof Subscription>>;
  /** The absolute address of a stored picture. */
  fileUrl: (origin: string, key: string) => string;
}

/** A person as the API shows them. */
export type UserAnswer = (user: ShownUser, origin: string) => Promise<User>;

export const createUserAnswer =
  ({ subscriptionOf, fileUrl }: UserAnswerNeeds): UserAnswer =>
  async (user, origin) => ({
    _id: user.id,
    fullName: user.full_name,
    email: user.email,
    role: user.role,
    avatar: { secure_url: user.avatar_key === null ? null : fileUrl(origin, user.avatar_key) },
    subscription: await subscriptionOf(user.id, user.role),
    createdAt: toInstant(user.created_at),
  });
